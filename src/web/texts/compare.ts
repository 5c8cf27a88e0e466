/**
 * Texts of Compare (beyond the specification).
 *
 *   compareTexts
 */
import { formatNumber } from '../ui/numbers.ts';

const percent = new Intl.NumberFormat('de-DE', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** the smallest share that two decimals of a percentage can show */
const SMALLEST_SHARE = 0.0001;

export const compareTexts = {
  title: 'Compare',
  submit: 'Compare',
  chooseFirst: 'Choose an image set to compare it with another area, set or version.',
  thenSubmit: 'Press Compare to see every angle from both sides, and what differs.',
  otherArea: 'Area to compare with',
  otherSet: 'Compare with image set',
  otherVersion: 'Compare with version',
  otherSetMissing: (area: string, disId: string) =>
    `${area} has no image set ${disId}. Choose another area or set to compare with.`,
  swap: 'Swap the two sides',
  layers: (names: readonly string[]) => `Layers: ${names.join(', ') || 'none'}`,
  options: (ids: readonly string[]) => `Options: ${ids.join(', ') || 'the standard ones'}`,

  showAs: 'Show as',
  views: { side: 'Side by side', swipe: 'Swipe', difference: 'Difference' },
  key: (number: number) => `Key ${number}`,
  edge: (percentFromLeft: number) => `Edge at ${percentFromLeft} %`,
  threshold: (level: number) => `Ignore differences up to ${level} of 255`,

  summary: {
    comparing: (remaining: number, angles: number) => `Comparing ${remaining} of ${angles} angles …`,
    none: 'No angle can be compared.',
    alike: (angles: number) => `All ${angles} angles are alike.`,
    differing: (differing: number, angles: number) => `${differing} of ${angles} angles differ.`,
  },
  angle: {
    /** in the viewer */
    title: (angle: string, side: string) => `${angle} · ${side}`,
    /** @param picture its viewport, angle and sides */
    differences: (picture: string) => `What differs in ${picture}`,
    comparing: 'Comparing …',
    nothing: 'Nothing to compare',
    /** @param changed and @param all are numbers of pixels */
    share: (changed: number, all: number): string => {
      if (changed === 0) return 'No pixel differs';
      const share = changed / all;
      const shown = share < SMALLEST_SHARE ? `less than ${percent.format(SMALLEST_SHARE)}` : percent.format(share);
      return `${shown} differ (${formatNumber(changed)} of ${formatNumber(all)} pixels)`;
    },
  },
  noCanvas: 'This browser has no canvas to compare pictures on.',
  sizesDiffer: (left: string, right: string) => `${left} and ${right} pixels cannot be compared.`,
};

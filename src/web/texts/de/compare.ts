/** German for compare.ts. */
import { formatNumber } from '../../ui/numbers.ts';
import type * as english from '../compare.ts';
import type { Texts } from '../language.ts';

const percent = new Intl.NumberFormat('de-DE', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
/** the smallest share that two decimals of a percentage can show */
const SMALLEST_SHARE = 0.0001;

export const compareTexts: Texts<typeof english.compareTexts> = {
  title: 'Vergleichen',
  submit: 'Vergleichen',
  chooseFirst:
    'Wählen Sie ein Bildset, um es mit einem anderen Bereich, Bildset oder einer anderen Version zu vergleichen.',
  thenSubmit:
    'Drücken Sie auf „Vergleichen“, um jeden Blickwinkel von beiden Seiten zu sehen und was sich unterscheidet.',
  otherArea: 'Bereich zum Vergleichen',
  otherSet: 'Mit Bildset vergleichen',
  otherVersion: 'Mit Version vergleichen',
  otherSetMissing: (area, disId) =>
    `${area} hat kein Bildset ${disId}. Wählen Sie einen anderen Bereich oder ein anderes Bildset zum Vergleichen.`,
  swap: 'Seiten tauschen',
  layers: (names) => `Ebenen: ${names.join(', ') || 'keine'}`,
  options: (ids) => `Optionen: ${ids.join(', ') || 'die Standardoptionen'}`,

  showAs: 'Darstellung',
  views: { side: 'Nebeneinander', swipe: 'Schieber', difference: 'Unterschied' },
  key: (number) => `Taste ${number}`,
  edge: (percentFromLeft) => `Kante bei ${percentFromLeft} %`,
  threshold: (level) => `Unterschiede bis ${level} von 255 übergehen`,

  summary: {
    comparing: (remaining, angles) => `${remaining} von ${angles} Blickwinkeln werden verglichen …`,
    none: 'Kein Blickwinkel lässt sich vergleichen.',
    alike: (angles) => `Alle ${angles} Blickwinkel sind gleich.`,
    differing: (differing, angles) => `${differing} von ${angles} Blickwinkeln unterscheiden sich.`,
  },
  angle: {
    title: (angle, side) => `${angle} · ${side}`,
    differences: (picture) => `Unterschiede in ${picture}`,
    comparing: 'Wird verglichen …',
    nothing: 'Nichts zu vergleichen',
    share: (changed, all) => {
      if (changed === 0) return 'Kein Pixel unterscheidet sich';
      const share = changed / all;
      const shown = share < SMALLEST_SHARE ? `Weniger als ${percent.format(SMALLEST_SHARE)}` : percent.format(share);
      return `${shown} verschieden (${formatNumber(changed)} von ${formatNumber(all)} Pixeln)`;
    },
  },
  noCanvas: 'Dieser Browser kann keine Bilder vergleichen: Ihm fehlt die Zeichenfläche (Canvas).',
  sizesDiffer: (left, right) => `${left} und ${right} Pixel lassen sich nicht vergleichen.`,
};

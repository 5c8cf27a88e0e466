/**
 * Styles of the page itself: the font, where sticking elements begin, the checkerboard, paper, and forced colours (a
 * high-contrast look of the system, which replaces all of ours).
 *
 *   globalStyles
 *   REDUCED_MOTION   a media query: less motion is wanted
 */
import inter from './fonts/inter-latin.woff2';
import { BELOW_NOTICES } from './noticeSpace.ts';

export const REDUCED_MOTION = '@media (prefers-reduced-motion: reduce)';

const CHOSEN = [
  '[aria-current]',
  '[aria-pressed="true"]',
  '[role="tab"][aria-selected="true"]',
  '[role="option"][aria-selected="true"]',
  'label:has(> input[type="radio"]:checked)',
].join(', ');
/** An empty field has its label inside. */
const EMPTY_FIELDS = 'div:has(>[data-shrink=false])';
const CONTROLS = '.MuiButton-root, .MuiIconButton-root, .MuiToggleButtonGroup-root';
const BUTTONS = '.MuiButton-root, .MuiIconButton-root, .MuiToggleButton-root, .MuiChip-clickable';

/**
 * @param bar height of a bar with its edge, pixels
 * @param narrow a media query: only the menu sticks
 * @param low a media query: no bar sticks
 */
export const globalStyles = (bar: number, narrow: string, low: string) => ({
  '@font-face': {
    fontFamily: 'Inter Variable',
    fontStyle: 'normal',
    fontDisplay: 'swap',
    fontWeight: '100 900',
    src: `url(${inter}) format('woff2')`,
  },
  ':root': {
    '--below-menu': `calc(${bar}px + ${BELOW_NOTICES})`,
    '--below-bars': `calc(${2 * bar}px + ${BELOW_NOTICES})`,
    '--checker': '#e3e6e8',
    '--checker-between': '#ffffff',
    // A bar of several lines would cover half of a narrow window, so there it scrolls with the page.
    [narrow]: { '--below-bars': 'var(--below-menu)' },
    [low]: { '--below-menu': BELOW_NOTICES, '--below-bars': BELOW_NOTICES },
  },
  // Dark paint and shadows must be seen on it, and it must not glare.
  '[data-dark]': { '--checker': '#3d474d', '--checker-between': '#4a555c' },
  // A focused element is never hidden below the bars.
  html: { scrollPaddingTop: 'var(--below-bars)' },
  '[data-paper-only]': { display: 'none' },
  '@media print': {
    'header, form, [data-screen-only]': { display: 'none !important' },
    '[data-paper-only]': { display: 'block' },
    'html, body': { background: '#fff !important', colorScheme: 'light !important' },
    // What can only be pressed is nothing to read, nor is an empty field.
    [`${CONTROLS}, ${EMPTY_FIELDS}`]: { display: 'none !important' },
    // The end of a page cuts no picture and no row.
    'figure, tr': { breakInside: 'avoid' },
    '.MuiChip-root': { color: '#000 !important', border: '1px solid #777 !important' },
    // Paper is light in the dark look, too, also where the browser prints backgrounds. Pictures are no backgrounds.
    '[data-dark] body, [data-dark] body *': {
      color: '#000 !important',
      backgroundColor: 'transparent !important',
      backgroundImage: 'none !important',
      borderColor: '#bbb !important',
    },
  },
  [REDUCED_MOTION]: {
    '*, *::before, *::after': { transitionDuration: '0s !important', animationDuration: '0s !important' },
  },
  '@media (forced-colors: active)': {
    // Ours would win: the styles of components come later.
    [BUTTONS]: { border: '1px solid ButtonBorder !important' },
    [CHOSEN]: { forcedColorAdjust: 'none', backgroundColor: 'Highlight !important' },
    // Highlight may be translucent.
    [`:is(${CHOSEN}) *`]: { backgroundColor: 'transparent !important' },
    [`:is(${CHOSEN}), :is(${CHOSEN}) *`]: { color: 'HighlightText !important' },
    '.MuiTableRow-root.Mui-selected': { outline: '2px solid Highlight', outlineOffset: -2 },
    '.Mui-disabled': { color: 'GrayText' },
  },
});

/**
 * The space that the page leaves for notices: beside it in a wide window, above it in a narrow one (decision 620).
 *
 *   NOTICES_BESIDE, NOTICES_ABOVE   media queries
 *   NOTICES_WIDTH                   beside the page
 *   SPACE_ABOVE                     a style property: the height of the notices above the page, with the gaps around them
 *   BELOW_NOTICES, WINDOW_HEIGHT    where the page begins, and how much of the window's height it has
 *   spaceForNotices                 styles of the page while there are notices
 */
export const NOTICES_BESIDE = '@media screen and (min-width: 1280px)';
export const NOTICES_ABOVE = '@media screen and (max-width: 1279.98px)';
/** At 1280 pixels a dialog of 1000 fits beside the notices and the gaps around them. */
export const NOTICES_WIDTH = 'clamp(256px, 100vw - 1024px, 360px)';
export const SPACE_ABOVE = '--space-above';
export const BELOW_NOTICES = 'var(--below-notices, 0px)';
export const WINDOW_HEIGHT = `calc(100vh - ${BELOW_NOTICES})`;

const beside = { paddingRight: `calc(${NOTICES_WIDTH} + 24px)` };
const below = { paddingTop: BELOW_NOTICES };
export const spaceForNotices = {
  [NOTICES_BESIDE]: {
    '[data-notices] #root': beside,
    '[data-notices] .MuiDialog-container': beside,
    '[data-notices] .MuiDialog-paper': { marginInline: 0 },
  },
  [NOTICES_ABOVE]: {
    ':root[data-notices]': { '--below-notices': `var(${SPACE_ABOVE}, 0px)` },
    '[data-notices] #root': below,
    '[data-notices] .MuiDialog-container': below,
  },
} as const;

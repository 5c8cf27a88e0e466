/**
 * How a table and its cells look: rows in wide windows, in narrow ones cards whose cells are below each other.
 *
 *   TABLE, CELL, CONTENT, CONTROL
 */
import { CARDS } from '../app/theme.ts';
import { CARD_LINE } from './tableColumns.ts';

export const TABLE = {
  tableLayout: 'fixed',
  // Paper does not scroll.
  '@media print': { width: '100%', minWidth: 0, tableLayout: 'auto' },
  [CARDS]: {
    width: '100%',
    minWidth: 0,
    '&, & > *, & > * > tr, & > * > tr > *': { display: 'block' },
    // More specific than the styles of head and body, which may come later; as table parts they would be as wide as the
    // widest detail.
    '&& > *': { display: 'block' },
  },
} as const;

export const CELL = {
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // In a card each cell is a line that begins with its column's title.
  [CARDS]: {
    '&, &:first-of-type, &:last-of-type': {
      height: 'auto',
      minHeight: CARD_LINE,
      py: 0,
      px: 0,
      border: 0,
      lineHeight: `${CARD_LINE}px`,
    },
    '&&&[data-label]': { display: 'flex', alignItems: 'center' },
    // A menu, which needs no title, is at the right edge like the other controls.
    '&&&:not([data-label])': { position: 'absolute', right: 0, top: 8, width: 48, textAlign: 'center' },
    '&[data-label]::before': {
      content: 'attr(data-label)',
      flex: '0 0 40%',
      pr: 1,
      color: 'text.secondary',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      boxSizing: 'border-box',
      // Long titles take two lines: truncated, those of two areas would look the same.
      whiteSpace: 'normal',
      lineHeight: 1.3,
    },
  },
  '@media print': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '&:focus-visible': { outline: 2, outlineStyle: 'solid', outlineColor: 'primary.main', outlineOffset: -2 },
} as const;

/** In a card, a cell's content is beside its title, in its own box, so that an ellipsis shows where it is cut. */
export const CONTENT = {
  display: 'contents',
  [CARDS]: {
    display: 'block',
    flex: '1 1 0',
    minWidth: 0,
    overflow: 'clip',
    overflowClipMargin: '4px',
    textOverflow: 'ellipsis',
    '& > svg': { verticalAlign: 'middle' },
    // A title with nothing beside it looks as if something were missing.
    '&:empty::after': { content: '"–"', color: 'text.secondary' },
  },
} as const;

/** In a card the controls are at its right edge. */
export const CONTROL = (top: number) =>
  ({
    textAlign: 'center',
    [CARDS]: { '&&': { position: 'absolute', right: 0, top, width: 48, border: 0 } },
  }) as const;

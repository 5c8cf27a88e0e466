/**
 * The theme: colours, type, spacing and sizes of everything. Areas have a colour wherever they appear, always next to
 * their name.
 *
 *   theme, checkerboard, ROW_HEIGHT
 *   TOOLBAR_HEIGHT, BELOW_MENU, BELOW_BARS, HEIGHT_BELOW
 *   WIDE_MENU, NARROW, CARDS, LOW    media queries
 */
import { createTheme, type Theme } from '@mui/material/styles';
import { globalStyles } from './globalStyles.ts';
import { spaceForNotices } from './noticeSpace.ts';

declare module '@mui/material/styles' {
  interface Palette {
    embargo: Palette['primary'];
    preprod: Palette['primary'];
    prod: Palette['primary'];
  }
  interface PaletteOptions {
    embargo?: PaletteOptions['primary'];
    preprod?: PaletteOptions['primary'];
    prod?: PaletteOptions['primary'];
  }
}

const light = {
  embargo: { main: '#b3261e', contrastText: '#ffffff' },
  preprod: { main: '#8a5a00', contrastText: '#ffffff' },
  prod: { main: '#1b6e3c', contrastText: '#ffffff' },
};
const dark = {
  embargo: { main: '#ff8a80', contrastText: '#1a0503' },
  preprod: { main: '#ffc861', contrastText: '#1c1200' },
  prod: { main: '#74d99a', contrastText: '#04150b' },
};

export const TOOLBAR_HEIGHT = 48;
/**
 * Where elements that stick below the menu, or below the menu and the screen's bar, begin: CSS lengths. Bars that do
 * not stick count as 0 (globalStyles.ts).
 */
export const BELOW_MENU = 'var(--below-menu)';
export const BELOW_BARS = 'var(--below-bars)';
export const ROW_HEIGHT = 36;
/** a style property: the height of what the shell shows at the window's bottom, above which other elements stick */
export const HEIGHT_BELOW = '--height-below';

/** The menu has space for all its entries. In other windows they are in a drawer. */
export const WIDE_MENU = '@media (min-width: 1100px)';
/** One column: pictures are above trees. */
export const NARROW = '@media (max-width: 899.95px)';
/** Table rows are cards. Paper is narrow, too, but there a card would take the space of eight rows. */
export const CARDS = NARROW.replace('@media', '@media screen and');
/** No bar sticks, because it would cover the screen. */
export const LOW = '@media (max-height: 499.95px)';

/** The background of transparent pictures; its colours are those of the look. @param size of four squares, pixels */
export const checkerboard = (size: number): string =>
  `repeating-conic-gradient(var(--checker) 0 25%, var(--checker-between) 0 50%) 0 0 / ${size}px ${size}px`;

const FLOATING = ({ theme: { vars } }: { theme: { vars?: Theme['vars'] } }) => ({
  border: `1px solid ${vars?.palette.divider}`,
});

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#0f5c6e' },
        secondary: { main: '#5b6770' },
        background: { default: '#f4f6f7', paper: '#ffffff' },
        text: { primary: '#15212a', secondary: '#4a5861' },
        divider: '#dde3e7',
        warning: { main: '#8a5a00' },
        // Readable as small print on the page's background, too.
        error: { main: '#c62828' },
        ...light,
      },
    },
    dark: {
      palette: {
        primary: { main: '#6cc7d9' },
        secondary: { main: '#a9b5bc' },
        background: { default: '#101518', paper: '#181f23' },
        text: { primary: '#e8edf0', secondary: '#aab6bd' },
        divider: '#2b353b',
        warning: { main: '#ffc861' },
        // Material's red is too dark for small print here, and its white icons and toggles outshine the text beside them.
        error: { main: '#ff8078', contrastText: '#1a0503' },
        action: { active: '#b7c2c8' },
        ...dark,
      },
    },
  },
  shape: { borderRadius: 6 },
  spacing: 8,
  typography: {
    fontFamily: '"Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif',
    fontSize: 13,
    h1: { fontSize: '1.25rem', fontWeight: 600, letterSpacing: '-0.01em' },
    h2: { fontSize: '1rem', fontWeight: 600 },
    // Controls and prose, tables and small print: 14, 13, 12.
    body1: { fontSize: '0.875rem' },
    body2: { fontSize: '0.8125rem' },
    caption: { fontSize: '0.75rem' },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiCssBaseline: { styleOverrides: { ...globalStyles(TOOLBAR_HEIGHT + 1, NARROW, LOW), ...spaceForNotices } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      // Keep the arrow of a menu close to its own word.
      styleOverrides: { endIcon: { marginLeft: 2 } },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiFormControl: { defaultProps: { size: 'small' } },
    MuiRadio: { defaultProps: { size: 'small' } },
    MuiCheckbox: { defaultProps: { size: 'small' } },
    // One left edge for titles, forms, filters and the first column of tables.
    MuiToolbar: { defaultProps: { disableGutters: true }, styleOverrides: { dense: { minHeight: TOOLBAR_HEIGHT } } },
    // With margins, a hidden child such as a file input would shift its neighbours.
    MuiStack: { defaultProps: { useFlexGap: true } },
    // A summary is a button, which does not inherit its type.
    MuiAccordionSummary: { styleOverrides: { root: ({ theme: { typography } }) => typography.body2 } },
    MuiTableCell: {
      styleOverrides: {
        root: ({ ownerState }) =>
          ownerState['padding'] === 'none'
            ? { '& .MuiCheckbox-root': { padding: 6 } }
            : {
                padding: '4px 12px',
                height: ROW_HEIGHT,
                fontVariantNumeric: 'tabular-nums',
                '&:first-of-type': { paddingLeft: 16 },
                '&:last-of-type': { paddingRight: 16 },
                // A row has the same height with and without a button: positions of 200,000 rows are computed, not measured.
                '& .MuiButton-sizeSmall, & .MuiIconButton-root, & .MuiChip-root': { marginBlock: -4 },
              },
        head: ({ theme: { vars } }) => ({
          fontSize: '0.75rem',
          fontWeight: 600,
          color: vars?.palette.text.secondary,
        }),
      },
    },
    // The arrow takes no space unless it is shown, so that titles stay on one line.
    MuiTableSortLabel: { styleOverrides: { icon: { marginLeft: 2, marginRight: -20 } } },
    MuiDialogTitle: { styleOverrides: { root: ({ theme: { typography } }) => typography.h1 } },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
    MuiTab: { styleOverrides: { root: { minHeight: 40 } } },
    MuiToggleButtonGroup: {
      defaultProps: { size: 'small', color: 'primary' },
      styleOverrides: { root: { flexWrap: 'wrap' } },
    },
    MuiToggleButton: { styleOverrides: { root: { paddingInline: 12, textTransform: 'none' } } },
    // A choice stays readable when it can no longer be changed.
    MuiInputBase: {
      styleOverrides: {
        input: ({ theme: { vars } }) => ({
          '&.Mui-disabled': { WebkitTextFillColor: vars?.palette.text.secondary },
        }),
      },
    },
    // Floating surfaces have an edge instead of MUI's lighter grey, on which cards and fields would look like dark holes.
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: { styleOverrides: { paper: FLOATING } },
    // Names without blanks take a new line.
    MuiMenuItem: { styleOverrides: { root: { overflowWrap: 'anywhere', whiteSpace: 'normal' } } },
    // As wide as its words, also when the window becomes narrower than where it begins.
    MuiPopover: { styleOverrides: { paper: (props) => ({ ...FLOATING(props), width: 'max-content' }) } },
    MuiAutocomplete: { defaultProps: { size: 'small' }, styleOverrides: { paper: FLOATING } },
  },
});

/**
 * The one look: colours, type, spacing and sizes of everything. Areas have a colour wherever they appear, always with
 * their word.
 *
 *   theme, checkerboard, TOOLBAR_HEIGHT, ROW_HEIGHT
 */
import { deDE } from '@mui/material/locale';
import { createTheme } from '@mui/material/styles';

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
export const ROW_HEIGHT = 36;

/** What a transparent picture lies on, light in both looks. @param size of four squares, pixels */
export const checkerboard = (size: number): string =>
  `repeating-conic-gradient(#e3e6e8 0 25%, #ffffff 0 50%) 0 0 / ${size}px ${size}px`;

export const theme = createTheme(
  {
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
          ...dark,
        },
      },
    },
    shape: { borderRadius: 6 },
    spacing: 8,
    typography: {
      fontFamily: 'Inter, "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif',
      fontSize: 13,
      h1: { fontSize: '1.25rem', fontWeight: 600, letterSpacing: '-0.01em' },
      h2: { fontSize: '1rem', fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiButton: { defaultProps: { disableElevation: true, size: 'small' } },
      MuiTextField: { defaultProps: { size: 'small' } },
      MuiFormControl: { defaultProps: { size: 'small' } },
      MuiAutocomplete: { defaultProps: { size: 'small' } },
      MuiRadio: { defaultProps: { size: 'small' } },
      MuiCheckbox: { defaultProps: { size: 'small' } },
      // One left edge: titles, forms, filters and the first column of a table begin at the same place.
      MuiToolbar: { defaultProps: { disableGutters: true }, styleOverrides: { dense: { minHeight: TOOLBAR_HEIGHT } } },
      // Margins would push what follows a hidden child, such as a file input, to the right.
      MuiStack: { defaultProps: { useFlexGap: true } },
      // A summary is a button, which does not inherit its type.
      MuiAccordionSummary: { styleOverrides: { root: ({ theme: { typography } }) => typography.body2 } },
      MuiTableCell: {
        styleOverrides: { root: { paddingTop: 4, paddingBottom: 4, height: ROW_HEIGHT }, head: { fontWeight: 600 } },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { outlined: { backgroundImage: 'none' } } },
    },
  },
  deDE,
);

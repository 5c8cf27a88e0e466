/** German for pickers.ts. */
import { deDE } from '@mui/x-date-pickers/locales';
import type * as english from '../pickers.ts';

export const pickerTexts: typeof english.pickerTexts = deDE.components.MuiLocalizationProvider.defaultProps.localeText;

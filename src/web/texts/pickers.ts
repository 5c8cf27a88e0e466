/**
 * Texts of the calendar, which brings its own in English.
 *
 *   pickerTexts   undefined: those that it has
 */
import type { PickersLocaleText } from '@mui/x-date-pickers/locales';

export const pickerTexts: Partial<PickersLocaleText> | undefined = undefined;

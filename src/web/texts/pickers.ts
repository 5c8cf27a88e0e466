/**
 * Texts of the date picker, whose library has English ones.
 *
 *   pickerTexts   undefined: the library's own
 */
import type { PickersLocaleText } from '@mui/x-date-pickers/locales';

export const pickerTexts: Partial<PickersLocaleText> | undefined = undefined;

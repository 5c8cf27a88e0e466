/**
 * Texts of a configuration of the app that is missing or invalid. Part of the first load.
 *
 *   environmentTexts
 */
export const environmentTexts = {
  unreachable: (file: string) => `${file} could not be fetched: the server cannot be reached.`,
  missing: (file: string, status: number) => `${file} is missing: the server answers ${status}.`,
  invalid: (file: string, fields: readonly string[]) => `${file} is invalid. Check ${fields.join(', ')}.`,
  wholeFile: 'the whole file',
};

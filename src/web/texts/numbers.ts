/**
 * Words beside numbers. Part of the first load.
 *
 *   numberTexts
 */
export const numberTexts = {
  /** @param others how many names are left out */
  andMore: (names: string, others: string) => `${names} and ${others} more`,
};

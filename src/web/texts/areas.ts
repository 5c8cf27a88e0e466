/**
 * Texts of the choice of an area, and of sets that an area hides.
 *
 *   areaTexts
 */
export const areaTexts = {
  testArea: 'Test area',
  hidden: 'hidden',
  /** @param date '' for none */
  hiddenIn: (area: string, date: string) => `hidden in ${area}${date === '' ? '' : ` until ${date}`}`,
  hiddenNote: (hidden: string, reasons: string) => `${hidden}. Only administrators see it there. ${reasons}`,
};

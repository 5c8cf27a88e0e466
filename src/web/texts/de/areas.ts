/** German for areas.ts. */
import type * as english from '../areas.ts';
import type { Texts } from '../language.ts';

const list = new Intl.ListFormat('de-DE');

export const areaTexts: Texts<typeof english.areaTexts> = {
  list: (names) => list.format(names),
  testArea: 'Testbereich',
  testAreas: { embargo: 'Bereich Embargo', preprod: 'Bereich Pre-Prod', prod: 'Bereich Prod' },
  hidden: 'verborgen',
  hiddenIn: (area, until) => `verborgen in ${area}${until === '' ? '' : ` bis ${until}`}`,
  hiddenNote: (hidden, reasons) => `${hidden}. Nur Administratoren sehen es dort. ${reasons}`,
};

/**
 * Texts about areas; their names are those of the contract.
 *
 *   areaTexts
 */
import { TEST_AREA_NAMES } from '../../contract/index.ts';

const list = new Intl.ListFormat('en-GB');

export const areaTexts = {
  /** `Embargo, Pre-Prod and Prod` */
  list: (names: readonly string[]) => list.format(names),
  testArea: 'Test area',
  testAreas: TEST_AREA_NAMES,
  hidden: 'hidden',
  /** @param until '' when it is hidden for good */
  hiddenIn: (area: string, until: string) => `hidden in ${area}${until === '' ? '' : ` until ${until}`}`,
  hiddenNote: (hidden: string, reasons: string) => `${hidden}. Only administrators see it there. ${reasons}`,
};

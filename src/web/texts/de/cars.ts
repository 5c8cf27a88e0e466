/** German for cars.ts. */
import { counted } from '../../ui/numbers.ts';
import type * as english from '../cars.ts';
import type { Texts } from '../language.ts';

export const carTexts: Texts<typeof english.carTexts> = {
  words: (model, versions) =>
    [model, counted(versions, 'Version', 'Versionen')].filter((words) => words !== '').join(' · '),
  noPicture: 'Kein Bild',
};

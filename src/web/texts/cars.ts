/**
 * Texts beside the ids of sets in lists (beyond the specification).
 *
 *   carTexts
 */
import { counted } from '../ui/numbers.ts';

export const carTexts = {
  /** @param model may be '' */
  words: (model: string, versions: number) =>
    [model, counted(versions, 'version', 'versions')].filter((words) => words !== '').join(' · '),
  noPicture: 'No picture',
};

/** German for numbers.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../numbers.ts';

export const numberTexts: Texts<typeof english.numberTexts> = {
  andMore: (names, others) => `${names} und ${others} weitere`,
};

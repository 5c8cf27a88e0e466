/** German for language.ts. */
import type * as english from '../language.ts';

export const languageTexts: english.Texts<typeof english.languageTexts> = {
  language: 'de',
  other: 'en',
  otherName: 'English',
};

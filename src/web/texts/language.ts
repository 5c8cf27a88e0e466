/**
 * The language of the page. Part of the first load. The build takes German from the folder `de`.
 *
 *   languageTexts
 *   Texts           the shape of another language: the same keys, and functions with the same parameters
 */
export const languageTexts = {
  /** BCP 47 */
  language: 'en',
  /** the other language, and what it calls itself */
  other: 'de',
  otherName: 'Deutsch',
};

export type Texts<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Texts<R>
    : T extends object
      ? { readonly [K in keyof T]: Texts<T[K]> }
      : T;

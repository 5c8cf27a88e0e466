/**
 * The language of the page. Part of the first load. The build takes German from the folder `de`.
 *
 *   languageTexts
 *   Texts           what another language has to say: the same keys, and functions of the same parameters
 */
export const languageTexts = {
  /** BCP 47 */
  language: 'en',
  /** the other language, and its name in itself */
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

/**
 * The language of the page, and what it says before its script runs. The build takes German from the folder `de`.
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
  starting: 'Lacquer is starting …',
  noScript: 'It needs JavaScript.',
  tooOld: (browsers: string) =>
    `This browser is too old for Lacquer. Lacquer needs one of these, or a newer one: ${browsers}.`,
  failed: (browsers: string) =>
    `Lacquer could not start. Reload the page. If that does not help, use one of these browsers, or a newer one: ${browsers}.`,
};

export type Texts<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Texts<R>
    : T extends object
      ? { readonly [K in keyof T]: Texts<T[K]> }
      : T;

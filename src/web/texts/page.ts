/**
 * What the page says before the app runs. The build writes it into the page.
 *
 *   pageTexts
 */
export const pageTexts = {
  starting: 'Lacquer is starting …',
  noScript: 'It needs JavaScript.',
  tooOld: (browsers: string) =>
    `This browser is too old for Lacquer. Lacquer needs one of these, or a newer one: ${browsers}.`,
  failed: (browsers: string) =>
    `Lacquer could not start. Reload the page. If that does not help, use one of these browsers, or a newer one: ${browsers}.`,
  incomplete:
    'Lacquer could not load all of its files. Reload the page in a minute. If that does not help, tell your administrator.',
};

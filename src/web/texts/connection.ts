/**
 * What is said when a call or upload gets no answer, or the app's configuration is missing. Part of the first load.
 *
 *   connectionTexts
 */
export const connectionTexts = {
  unreachable: 'The server cannot be reached.',
  areaUnreachable: (area: string, server: string, page: string) =>
    `The server of ${area}, ${server}, does not respond to this page. An administrator can check that it is running, and that its setting LACQUER_CORS_ORIGINS contains ${page}.`,
  lost: 'The connection was lost.',
  lostForGood: 'The connection was lost, and retrying did not help.',
  noProgress: 'The server accepted no data for 60 seconds.',

  cannotStart: 'Lacquer cannot start',
  notFetched: (file: string) => `${file} could not be fetched: the server cannot be reached.`,
  missing: (file: string, status: number) => `${file} is missing: the server answers ${status}.`,
  invalid: (file: string, wrong: string) => `${file} is invalid. Check ${wrong}.`,
  wholeFile: 'the whole file',
  howToFix: (fields: readonly string[]) =>
    `An administrator can fix it: it must contain ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}.`,
};

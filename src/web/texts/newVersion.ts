/**
 * Texts of a page that stays open while the server is upgraded.
 *
 *   newVersionTexts
 */
export const newVersionTexts = {
  /** of a screen that fails for another reason */
  failed: 'This screen could not be shown',
  updated: {
    heading: 'A new version of Lacquer is available',
    explanation: 'Reload the page to open this screen.',
  },
  /** although the page is that of the server's version */
  missing: {
    heading: 'This screen could not be loaded',
    explanation: 'Its file is missing on the server. If reloading the page does not help, tell your administrator.',
  },
  uploads: 'Files are being uploaded. Wait until they are done: reloading cancels them.',
  reload: 'Reload the page',
  /** in place of a dialog, and why something could not be done */
  reason: 'A new version of Lacquer is available. Reload the page to continue.',
  reloading: 'Loading the new version',
  /** on the new page */
  reloaded: 'Lacquer has been updated. The page was reloaded to open this screen.',
};

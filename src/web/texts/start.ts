/**
 * Texts of the landing page; the names and descriptions of the screens are those of the menu. Part of the first load.
 *
 *   startTexts
 */
export const startTexts = {
  welcome: (username: string) => `Welcome ${username}`,
  areas: 'Your areas',
  screens: 'Screens',
  noArea: 'You have no test area. An administrator can give you a test role.',
  noAreaNeeded: 'You have no test area. You need none to upload and promote.',
  /** The menu says "Dynamic image sets" below Status; without Status, that label says too little. */
  status: (entry: string) => `Status of ${entry.charAt(0).toLowerCase()}${entry.slice(1)}`,
};

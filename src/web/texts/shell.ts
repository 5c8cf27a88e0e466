/**
 * Texts of what surrounds the screens. Part of the first load.
 *
 *   shellTexts
 */
export const shellTexts = {
  product: 'Lacquer',
  startPage: 'Lacquer, start page',
  mainMenu: 'Main menu',
  loadingScreen: 'Loading the screen',
  lightMode: 'Light mode',
  darkMode: 'Dark mode',

  changePassword: 'Change my password',
  signOut: 'Sign out',
  signingOut: 'sign out',
  signOutCancels: 'Files are being uploaded. Signing out cancels them.',
  signedInAs: (username: string, before: string) =>
    `You are now signed in as ${username}. This page belonged to ${before} and was reloaded.`,

  version: (version: string) => `Version ${version}`,
  versions: {
    frontend: 'Frontend version',
    backend: 'Backend version',
    backendUpdated: 'Backend updated',
    appPackage: 'App package version',
    configPackage: 'Config package version',
    deployed: 'Deployment time',
  },

  serverLost: 'The server is not responding. Lacquer keeps trying; what you see may be out of date.',
  tryAgain: 'Try again',
  screenFailed: (reason: string) => `This screen could not be shown: ${reason}`,
  forbidden: 'You don’t have access to this screen',
  forbiddenNote: 'An administrator can give you the role that you need.',
  notFound: 'There is no screen at this address',
  notFoundNote: 'The address may be mistyped, or the link is from another version of Lacquer.',
  goToStart: 'Go to the start page',
};

/**
 * Texts of what surrounds the screens: the bar, the user's menu, versions, and what stands in place of a screen. Part of the
 * first load.
 *
 *   shellTexts
 */
export const shellTexts = {
  mainMenu: 'Main menu',
  menu: 'Menu',
  screens: 'Screens',
  skip: 'Skip to the content',
  startPage: 'Lacquer, start page',
  loadingScreen: 'Loading the screen',
  lightMode: 'Light mode',
  darkMode: 'Dark mode',
  help: 'Help',
  changePassword: 'Change my password',
  signOut: 'Sign out',
  signOutAction: 'sign out',
  uploadsUnderWay: 'Files are being uploaded. Signing out cancels them.',
  serverLost: 'The server is not responding. Lacquer keeps trying; what you see may be out of date.',

  version: (version: string) => `Version ${version}`,
  versions: {
    frontend: 'Frontend version',
    backend: 'Backend version',
    updated: 'Backend updated',
    appPackage: 'App package version',
    configPackage: 'Config package version',
    deployed: 'Deployment time',
  },

  tryAgain: 'Try again',
};

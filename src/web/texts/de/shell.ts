/** German for shell.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../shell.ts';

export const shellTexts: Texts<typeof english.shellTexts> = {
  mainMenu: 'Hauptmenü',
  menu: 'Menü',
  screens: 'Seiten',
  skip: 'Zum Inhalt',
  startPage: 'Lacquer, Startseite',
  loadingScreen: 'Die Seite wird geladen',
  lightMode: 'Heller Modus',
  darkMode: 'Dunkler Modus',
  help: 'Hilfe',
  changePassword: 'Passwort ändern',
  signOut: 'Abmelden',
  signOutAction: 'Abmelden',
  uploadsUnderWay: 'Es werden gerade Dateien hochgeladen. Wenn Sie sich abmelden, wird das abgebrochen.',
  serverLost: 'Der Server antwortet nicht. Lacquer versucht es weiter; die Anzeige kann veraltet sein.',

  version: (version) => `Version ${version}`,
  versions: {
    frontend: 'Version der Oberfläche',
    backend: 'Version des Servers',
    updated: 'Server aktualisiert',
    appPackage: 'Version des App-Pakets',
    configPackage: 'Version des Konfigurationspakets',
    deployed: 'Installiert',
  },

  tryAgain: 'Erneut versuchen',
};

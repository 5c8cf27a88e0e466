/** German for signIn.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../signIn.ts';

export const signInTexts: Texts<typeof english.signInTexts> = {
  title: 'Anmelden',
  again: 'Erneut anmelden',
  welcome: 'Melden Sie sich an, um Ihre Autos zu sehen',
  expired: (username) =>
    `Ihre Sitzung ist abgelaufen. Melden Sie sich als ${username} an, um dort weiterzumachen, wo Sie waren.`,
  username: 'Benutzername',
  password: 'Passwort',
  errors: {
    'provider-refused': 'Der Anmeldedienst hat die Anmeldung abgelehnt oder abgebrochen. Versuchen Sie es erneut.',
    'provider-away':
      'Der Anmeldedienst antwortet nicht. Versuchen Sie es in einer Minute erneut, oder verwenden Sie ein lokales Konto.',
    'sign-in-expired':
      'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Versuchen Sie es erneut.',
    'sign-in-failed':
      'Die Antwort des Anmeldedienstes ist ungültig. Versuchen Sie es erneut; hilft das nicht, wenden Sie sich an einen Administrator.',
    'account-disabled': 'Ihr Konto ist gesperrt. Ein Administrator kann es entsperren.',
    'name-taken': 'Ihr Benutzername gehört hier zu einem anderen Konto. Ein Administrator kann helfen.',
    'name-not-usable':
      'Ihr Benutzername beim Anmeldedienst kann hier nicht verwendet werden. Ein Administrator findet den Grund im Protokoll.',
    'too-many-sign-ins': 'Zu viele Anmeldeversuche. Warten Sie eine Minute, und versuchen Sie es erneut.',
  },
};

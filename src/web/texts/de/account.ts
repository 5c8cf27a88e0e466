/** German for account.ts. */
import type * as english from '../account.ts';
import type { Texts } from '../language.ts';

export const accountTexts: Texts<typeof english.accountTexts> = {
  change: {
    title: 'Passwort ändern',
    confirm: 'Passwort ändern',
    current: 'Aktuelles Passwort',
    wanted: 'Neues Passwort',
    again: 'Neues Passwort wiederholen',
    length: 'Mindestens 12 Zeichen',
    fillIn: (field) => `Füllen Sie aus: ${field}.`,
    differ: 'Die beiden neuen Passwörter sind verschieden.',
    differHere: 'Die beiden sind verschieden.',
    underWay: 'Wird geändert …',
  },
  confirm: {
    title: 'Bestätigen Sie, dass Sie es sind',
    confirm: 'Bestätigen',
    password: 'Passwort',
    missing: 'Geben Sie Ihr Passwort ein.',
    underWay: 'Wird geprüft …',
  },
};

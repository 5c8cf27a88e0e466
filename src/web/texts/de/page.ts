/** German for page.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../page.ts';

export const pageTexts: Texts<typeof english.pageTexts> = {
  starting: 'Lacquer startet …',
  noScript: 'Dafür ist JavaScript nötig.',
  tooOld: (browsers) =>
    `Dieser Browser ist zu alt für Lacquer. Nötig ist einer von diesen oder ein neuerer: ${browsers}.`,
  failed: (browsers) =>
    `Lacquer konnte nicht starten. Laden Sie die Seite neu. Hilft das nicht, verwenden Sie einen von diesen Browsern oder einen neueren: ${browsers}.`,
  incomplete:
    'Lacquer konnte nicht alle Dateien laden. Laden Sie die Seite in einer Minute neu. Hilft das nicht, kann ein Administrator helfen.',
};

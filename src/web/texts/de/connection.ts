/** German for connection.ts. */
import type * as english from '../connection.ts';
import type { Texts } from '../language.ts';

export const connectionTexts: Texts<typeof english.connectionTexts> = {
  unreachable: 'Der Server ist nicht erreichbar.',
  areaUnreachable: (area, server, page) =>
    `Der Server von ${area}, ${server}, antwortet dieser Seite nicht. Ein Administrator kann prüfen, ob er läuft und ob seine Einstellung LACQUER_CORS_ORIGINS ${page} enthält.`,
  lost: 'Die Verbindung wurde unterbrochen.',
  lostForGood: 'Die Verbindung wurde unterbrochen, auch weitere Versuche halfen nicht.',
  noProgress: 'Der Server hat 60 Sekunden lang keine Daten angenommen.',

  cannotStart: 'Lacquer kann nicht starten',
  notFetched: (file) => `${file} konnte nicht geladen werden: Der Server ist nicht erreichbar.`,
  missing: (file, status) => `${file} fehlt: Der Server antwortet mit ${status}.`,
  invalid: (file, wrong) => `${file} ist ungültig. Prüfen Sie ${wrong}.`,
  wholeFile: 'die ganze Datei',
  howToFix: (fields) =>
    `Ein Administrator kann das beheben: Die Datei muss ${fields.slice(0, -1).join(', ')} und ${fields.at(-1)} enthalten.`,
};

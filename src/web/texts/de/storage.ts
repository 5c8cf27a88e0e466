/** German for storage.ts. */
import { formatBytes } from '../../ui/bytes.ts';
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../storage.ts';

export const storageTexts: Texts<typeof english.storageTexts> = {
  title: 'Speicherplatz',
  views: { label: 'Ansicht', overview: 'Überblick', sets: 'Bildsets', packs: 'Löschbare Pakete' },
  loading: 'Speicherplatz wird geladen',
  bytes: (value) => formatBytes(value) || '0 B',

  measure: {
    button: 'Jetzt messen',
    at: (date) => `Gemessen ${date}`,
    running: 'Wird gemessen …',
    never: 'Der Speicherplatz wurde noch nicht gemessen.',
    note: 'Ein Auftrag zählt zusammen, was gespeichert ist: einmal am Tag nach dem Aufräumen, und wenn Sie es verlangen.',
    failed: 'Messen des Speicherplatzes',
  },

  total: {
    title: 'Gespeicherte Dateien',
    sum: (sum) => `${sum} insgesamt, einmal gezählt, wie viele Bildsets und Bereiche sie auch teilen`,
    columns: { kind: 'Art', files: 'Dateien', size: 'Größe', share: 'Anteil' },
    kinds: {
      image: 'Bildpakete',
      meta: 'Meta-Pakete',
      static: 'Statische Bildpakete',
      oneLayer: 'One-Layer-Pakete',
      prepared: 'Aufbereitete Bilder',
      lists: 'Dateilisten',
      unneeded: 'Wartet auf das Aufräumen',
    },
    notes: {
      prepared: 'Aufbereitete Bilder entstehen aus den Paketen, in der Form, aus der gezeichnet wird.',
      unneeded: 'Was nichts mehr braucht, löscht das Aufräumen, wenn es alt genug ist.',
    },
    share: (part) => `${formatNumber(Math.round(part * 1000) / 10)} %`,
    unreadable: (count) =>
      `${counted(count, 'Dateiliste konnte', 'Dateilisten konnten')} nicht gelesen werden, daher sind die Größen von Bereichen und Bildsets zu klein. Prüfen Sie den Speicher mit „lacquer scrub“.`,
  },
  use: {
    title: 'Gelieferte Pakete',
    column: 'Verwendung',
    uses: {
      shown: 'Von einem Bereich gezeigt',
      history: 'Für den Verlauf aufgehoben: Bildsets lassen sich zurückrollen',
      reading: 'Wird gelesen',
      refused: 'Abgelehnt',
      unused: 'Unbenutzt',
    },
    link: 'Löschbare Pakete',
  },
  areas: {
    title: 'Nach Bereich',
    column: 'Bereich',
    shows: 'Zeigt',
    own: 'Nur dieser Bereich',
    together: (sum) => `Zusammen zeigen die Bereiche ${sum}: Was mehrere zeigen, ist einmal gespeichert.`,
  },
  others: {
    title: 'Server und Datenbank',
    free: 'Frei für Uploads',
    freeNote: (reserve) => `Unter ${reserve} werden Uploads abgelehnt.`,
    freeUnknown: 'Der Speicher meldet es nicht.',
    paintings: 'Gezeichnete Bilder auf der Platte dieses Servers',
    paintingsNote: (limit) => `Höchstens ${limit}; die ältesten machen Platz.`,
    paintingsOff: 'Abgeschaltet.',
    database: 'Datenbank',
    logs: 'davon Protokoll',
    unknown: 'nicht bekannt',
  },
  cleanUp: {
    title: 'Aufräumen',
    last: (date) => `Das tägliche Aufräumen endete zuletzt am ${date}.`,
    never: 'Das tägliche Aufräumen lief noch nicht.',
    rules: (graceDays, historyDays) =>
      `Es löscht, was seit ${counted(graceDays, 'Tag', 'Tagen')} nichts mehr braucht. Bildsets lassen sich auf Stände der letzten ${counted(historyDays, 'Tag', 'Tage')} zurückrollen, und immer auf die letzten zwanzig.`,
    jobs: 'Seine Aufträge',
    logs: 'Was es gelöscht hat',
  },

  sets: {
    table: 'Speicherplatz nach Bildset',
    filter: 'Bildsets filtern',
    empty: 'Kein Bildset braucht Platz.',
    note: 'Größen sind die der Dateien in den Paketen. Was mehrere Bereiche zeigen, ist einmal gespeichert, ebenso gleiche Pakete mehrerer Bildsets und ihre Kopien.',
    columns: {
      key: 'Bildset oder statisches Paket',
      shown: 'Gespeichert',
      shared: 'Mit anderen geteilt',
      older: 'Frühere Stände',
    },
  },

  packs: {
    table: 'Löschbare Pakete',
    filter: 'Pakete filtern',
    empty: 'Kein Paket kann gelöscht werden: Keines wurde abgelehnt, und alle anderen verwendet ein Bereich.',
    note: 'Abgelehnte Pakete und Pakete, die kein Bereich verwendet.',
    columns: { pack: 'Paket', state: 'Status', size: 'Größe', frees: 'Macht frei', by: 'Von', uploaded: 'Hochgeladen' },
    states: { refused: 'abgelehnt', unused: 'unbenutzt' },
    kept: {
      history: 'nichts: Bildsets lassen sich darauf zurückrollen',
      otherUpload: 'nichts: Ein anderer Upload hat denselben Inhalt',
    },
    problems: (fileName) => `abgelehnt: Probleme von ${fileName}`,
    select: 'Wählen Sie zuerst Pakete aus.',
    delete: (count) => (count === 0 ? 'Löschen' : `${counted(count, 'Paket', 'Pakete')} löschen`),
    deleted: (count) => `${counted(count, 'Paket wurde', 'Pakete wurden')} gelöscht.`,
    dialog: {
      title: 'Pakete löschen',
      confirm: 'Löschen',
      question: (count) => `Möchten Sie ${counted(count, 'Paket', 'Pakete')} löschen?`,
      noChange: 'Nichts, was ein Bereich zeigt, stammt daraus: Kein Bereich ändert sich.',
      permanent: 'Die Uploads werden endgültig gelöscht, mit den Problemen, die darin gefunden wurden.',
      frees: (sum, graceDays) =>
        `Das macht ${sum} frei, beim ersten Aufräumen, wenn die Uploads ${counted(graceDays, 'Tag', 'Tage')} alt sind.`,
      freesNothing: 'Das macht jetzt keinen Platz frei.',
      kept: (count) =>
        `${counted(count, 'Paket davon bleibt', 'Pakete davon bleiben')} gespeichert, solange der Verlauf oder ein anderer Upload sie braucht.`,
      more: (count) => `und ${formatNumber(count)} weitere`,
    },
  },
};

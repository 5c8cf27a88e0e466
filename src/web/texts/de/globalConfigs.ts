/** German for globalConfigs.ts. */
import { counted } from '../../ui/numbers.ts';
import type * as english from '../globalConfigs.ts';
import type { Texts } from '../language.ts';

export const configTexts: Texts<typeof english.configTexts> = {
  title: 'Globale Konfigurationen verwalten',
  table: 'Globale Konfigurationen',
  empty: 'Dieser Bereich hat noch keine globale Konfiguration. Laden Sie oben XML-Dateien hoch.',
  fileName: 'Dateiname',
  content: 'Inhalt der Datei',
  show: 'Anzeigen',
  history: 'Verlauf',
  historyOf: (fileName) => `Verlauf von ${fileName}`,
  historyOfAll: 'Verlauf aller Dateien',

  select: 'XML-Dateien zum Hochladen auswählen',
  files: 'Konfigurationsdateien',
  uploadsOf: (area) => `Konfiguration von ${area}`,
  problem: (line, column, reason) => `Zeile ${line}, Spalte ${column}: ${reason}`,

  prodUpload: {
    title: 'Konfiguration von Prod ändern',
    confirm: 'Nach Prod hochladen',
    note: (files) =>
      `${counted(files, 'Datei gilt', 'Dateien gelten')} sofort in Prod. Der Verlauf bewahrt auf, was ersetzt wird, damit es wiederhergestellt werden kann.`,
    isNew: (fileName) => `${fileName} ist neu`,
    replaces: (fileName) => `${fileName} ersetzt die Datei gleichen Namens`,
    reading: 'Die Datei wird gelesen',
    loading: 'Die Dateien von Prod werden geladen',
    loadingFirst: 'Die Dateien von Prod werden geladen …',
    notKnown:
      'Die Dateien von Prod konnten nicht geladen werden; es ist nicht bekannt, was ersetzt wird. Versuchen Sie es später erneut.',
  },

  historyDialog: {
    titleOfArea: (area) => `Verlauf der Konfiguration von ${area}`,
    title: (fileName, area) => `Verlauf von ${fileName} in ${area}`,
    table: 'Verlauf',
    loading: 'Der Verlauf wird geladen',
    load: 'Laden des Verlaufs',
    empty: 'Es wurde noch nichts geändert.',
    when: 'Wann',
    file: 'Datei',
    what: 'Was',
    who: 'Wer',
    size: 'Größe',
    actions: { upload: 'hochgeladen', delete: 'gelöscht', restore: 'wiederhergestellt' },
    changes: 'Änderungen',
    now: 'jetzt',
    restore: 'Wiederherstellen …',
    entry: (fileName, action, who, date) => `${fileName}, von ${who} ${action}, ${date}`,
    loadingVersions: 'Die Fassungen werden geladen',
    loadVersions: 'Laden der Fassungen',
  },
  restore: {
    title: (fileName, area) => `${fileName} in ${area} wiederherstellen`,
    confirm: (area) => `In ${area} wiederherstellen`,
    action: (fileName) => `Wiederherstellen von ${fileName}`,
    deletes: (fileName, date) =>
      `${fileName} wird gelöscht: Nach dem ${date} gab es diese Datei nicht. Andere Bereiche ändern sich nicht.`,
    brings: (fileName, date) =>
      `${fileName} gilt sofort wieder so wie nach dem ${date}. Andere Bereiche ändern sich nicht.`,
  },
};

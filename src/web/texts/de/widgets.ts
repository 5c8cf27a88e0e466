/** German for widgets.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../widgets.ts';

export const widgetTexts: Texts<typeof english.widgetTexts> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  fileContentTitle: 'Inhalt der Datei',
  fileContent: 'Inhalt der Datei',
  lines: (count) => counted(count, 'Zeile', 'Zeilen'),

  table: {
    filter: 'Filtern',
    scrolling: (table) => `${table}, scrollbar`,
    noMatch: 'Kein Eintrag passt zu den Filtern',
    actions: 'Aktionen',
    details: 'Details',
    selectAll: 'Alle auswählen',
    select: (row) => `${row} auswählen`,
    search: (column) => `${column} suchen`,
    expand: (row) => `${row} aufklappen`,
    collapse: (row) => `${row} zuklappen`,
    size: 'Größe',
    count: (shown, all, selected, hidden) =>
      [
        `${shown < all ? `${formatNumber(shown)} von ` : ''}${counted(all, 'Zeile', 'Zeilen')}`,
        ...(selected + hidden > 0 ? [`${formatNumber(selected)} ausgewählt`] : []),
        ...(hidden > 0 ? [`${formatNumber(hidden)} weitere durch Filter ausgeblendet`] : []),
      ].join(', '),
    copied: (text) => `Kopiert: ${text}`,
    cut: (printed, all, hasExport) =>
      `Nur die ersten ${formatNumber(printed)} von ${formatNumber(all)} Zeilen sind gedruckt.${hasExport ? ' Der Export nach Excel enthält alle.' : ''}`,
    export: 'Nach Excel exportieren',
    exportAction: 'Export',
  },

  suggest: {
    open: 'Öffnen',
    close: 'Schließen',
    clear: 'Leeren',
    loading: 'Wird geladen …',
    nothing: 'Kein Treffer',
    more: (listed, all) => `${formatNumber(listed)} von ${formatNumber(all)} — tippen grenzt ein`,
    quoted: (text) => `für „${text}“.`,
    severalMatch: (text) => `Mehrere Einträge passen zu „${text}“.`,
  },

  diff: {
    unchanged: (lines) => `… ${counted(lines, 'unveränderte Zeile', 'unveränderte Zeilen')}`,
    identical: 'Beide sind identisch.',
    comparing: 'Wird verglichen',
    tooLarge: 'Die beiden sind zu groß oder zu verschieden, um sie Zeile für Zeile zu vergleichen.',
    lineEndings: 'Sie unterscheiden sich nur in den Zeilenenden.',
    more: (lines) => `… und ${counted(lines, 'weitere Zeile', 'weitere Zeilen')}`,
  },
};

/** German for logs.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../logs.ts';

export const logTexts: Texts<typeof english.logTexts> = {
  title: 'Protokoll',
  table: 'Protokollzeilen',
  dynamicTable: 'Protokollzeilen der Bildsets',
  scrolling: (table) => `${table}, scrollbar`,
  timestamp: 'Zeitpunkt',
  status: 'Status',
  context: 'Kontext',
  version: 'Version',
  message: 'Meldung',
  by: (who) => `von ${who}`,
  empty: 'Noch nichts wurde protokolliert.',
  noMatch: (text) => `Keine Zeile enthält „${text}“.`,
  elsewhere: (lines, log) =>
    `Im ${log} ${lines === 1 ? 'enthält' : 'enthalten'} ${counted(lines, 'Zeile', 'Zeilen')} diesen Text.`,
  dynamicLog: 'Protokoll der Bildsets',
  generalLog: 'allgemeinen Protokoll',
  showThem: 'Anzeigen',
  level: 'Stufe',
  allLevels: 'Alle Stufen',
  day: 'Tag',
  filterShown: 'Zeilen filtern',
  noneShown: 'Keine Zeile passt zu den Filtern.',
  loading: 'Die Protokollzeilen werden geladen',

  filter: (least) => `Zeilen filtern (mindestens ${least} Zeichen)`,
  live: 'Live',
  download: 'Herunterladen',
  downloading: 'Herunterladen des Protokolls',
  newestOnly: (lines) => `Nur die neuesten ${formatNumber(lines)} Zeilen werden gezeigt. „Herunterladen“ liefert alle.`,

  linesPerPage: 'Zeilen pro Seite',
  goTo: (page) =>
    ({
      first: 'Zur ersten Seite',
      last: 'Zur letzten Seite',
      next: 'Zur nächsten Seite',
      previous: 'Zur vorigen Seite',
    })[page],
  range: (from, to, count, more) =>
    `${formatNumber(from)}–${formatNumber(to)} von ${more ? 'mehr als ' : ''}${formatNumber(count)}`,
};

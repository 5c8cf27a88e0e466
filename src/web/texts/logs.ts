/**
 * Texts of both logs.
 *
 *   logTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const logTexts = {
  title: 'Logs',
  table: 'Log lines',
  dynamicTable: 'Dynamic image log lines',
  scrolling: (table: string) => `${table}, scrolling`,
  timestamp: 'Timestamp',
  status: 'Status',
  context: 'Context',
  version: 'Version',
  message: 'Message',
  by: (who: string) => `by ${who}`,
  empty: 'Nothing has been logged yet.',
  noMatch: (text: string) => `No lines contain "${text}".`,
  /** what the other log has */
  elsewhere: (lines: number, log: string) =>
    `${counted(lines, 'line', 'lines')} of the ${log} ${lines === 1 ? 'contains' : 'contain'} it.`,
  dynamicLog: 'dynamic image log',
  generalLog: 'general log',
  showThem: 'Show them',
  level: 'Level',
  allLevels: 'All levels',
  day: 'Day',
  filterShown: 'Filter lines',
  noneShown: 'No lines match the filters.',
  loading: 'Loading log lines',

  /** @param least characters */
  filter: (least: number) => `Filter lines (${least} characters or more)`,
  live: 'Live',
  download: 'Download',
  downloading: 'download the log',
  newestOnly: (lines: number) => `Only the newest ${formatNumber(lines)} lines are shown. Download has all of them.`,

  linesPerPage: 'Lines per page',
  goTo: (page: 'first' | 'last' | 'next' | 'previous') => `Go to ${page} page`,
  /** @param more there are more lines than were counted */
  range: (from: number, to: number, count: number, more: boolean) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${more ? 'more than ' : ''}${formatNumber(count)}`,
};

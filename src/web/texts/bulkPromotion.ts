/**
 * Texts of promotions of many sets or static packs.
 *
 *   bulkTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

type Kind = 'dis' | 'static';

const subject = (kind: Kind, count: number): string =>
  kind === 'dis'
    ? counted(count, 'image set', 'image sets')
    : counted(count, 'static image pack', 'static image packs');

export const bulkTexts = {
  subject,
  title: (kind: Kind, count: number, area: string) => `Promotion of ${subject(kind, count)} to ${area}`,
  metadataTitle: (kind: Kind, count: number, area: string) =>
    `Promotion of the metadata of ${subject(kind, count)} to ${area}`,
  started: (kind: Kind, count: number, area: string) =>
    `Promotion of ${subject(kind, count)} to ${area} started. It continues when you leave this page.`,
  showProgress: 'Show progress and result',
  action: (kind: Kind, count: number, source: string, target: string) =>
    `promote ${subject(kind, count)} from ${source} to ${target}`,

  recent: 'Recent promotions …',
  recentTitle: 'Recent bulk promotions',
  running: (ended: number, total: number) => `Promoting ${formatNumber(ended)} of ${formatNumber(total)} …`,
  none: 'No bulk promotions yet. Select rows and promote them together.',
  loading: 'Loading promotions',
  load: 'load promotions',
  when: 'When',
  what: 'What',
  who: 'Who',
  result: 'Result',
  show: 'Show each',
  rowName: (title: string, date: string) => `of ${title}, ${date}`,

  /** the outcome of all; `ended` counts all that no longer wait */
  progress: (promoted: number, total: number) => `${formatNumber(promoted)} of ${formatNumber(total)} promoted`,
  refused: (count: number) => `${formatNumber(count)} refused`,
  stopped: (count: number) => `${formatNumber(count)} stopped`,
  waiting: (count: number) => `${formatNumber(count)} waiting`,
  left: (count: number) => `${formatNumber(count)} not tried`,
  requested: (source: string, target: string, date: string, who: string) =>
    `From ${source} to ${target}, requested by ${who} on ${date}.`,
  note: (note: string) => `Note: ${note}`,
  waits: (reason: string) => `It waits: ${reason}`,
  retryHint: 'An administrator can try the others again in the batch summary. Or select them and promote them again.',
  set: 'Image set',
  pack: 'Static image pack',
  reason: 'Reason',
  states: { waiting: 'waiting', promoted: 'promoted', refused: 'refused', stopped: 'stopped' },
  notTried: 'not tried',
  more: (count: number) => `Show ${formatNumber(count)} more`,
  all: 'All recent promotions',
  retry: 'Try the others again',
  stop: 'Stop',
  stopAction: 'stop the promotion',
  stoppedNow: 'Stopped. What was promoted stays promoted.',
};

/** German for bulkPromotion.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type * as english from '../bulkPromotion.ts';
import type { Texts } from '../language.ts';

const subject = (kind: 'dis' | 'static', count: number): string =>
  kind === 'dis'
    ? counted(count, 'Bildset', 'Bildsets')
    : counted(count, 'statisches Bildpaket', 'statische Bildpakete');

export const bulkTexts: Texts<typeof english.bulkTexts> = {
  subject,
  title: (kind, count, area) => `Freigabe für ${area}: ${subject(kind, count)}`,
  metadataTitle: (kind, count, area) => `Freigabe der Metadaten für ${area}: ${subject(kind, count)}`,
  started: (kind, count, area) =>
    `Freigabe für ${area} begonnen: ${subject(kind, count)}. Sie läuft weiter, wenn Sie diese Seite verlassen.`,
  showProgress: 'Fortschritt und Ergebnis anzeigen',
  action: (kind, count, source, target) => `Freigabe von ${source} für ${target} (${subject(kind, count)})`,

  recent: 'Letzte Freigaben …',
  recentTitle: 'Letzte Sammelfreigaben',
  running: (ended, total) => `Freigabe läuft: ${formatNumber(ended)} von ${formatNumber(total)} …`,
  none: 'Noch keine Sammelfreigaben. Wählen Sie Zeilen aus, und geben Sie sie zusammen frei.',
  loading: 'Die Freigaben werden geladen',
  load: 'Laden der Freigaben',
  when: 'Wann',
  what: 'Was',
  who: 'Wer',
  result: 'Ergebnis',
  show: 'Einzeln anzeigen',
  rowName: (title, date) => `von ${title}, ${date}`,

  progress: (promoted, total) => `${formatNumber(promoted)} von ${formatNumber(total)} freigegeben`,
  refused: (count) => `${formatNumber(count)} abgelehnt`,
  stopped: (count) => `${formatNumber(count)} angehalten`,
  waiting: (count) => `${formatNumber(count)} wartend`,
  left: (count) => `${formatNumber(count)} nicht versucht`,
  requested: (source, target, date, who) => `Von ${source} nach ${target}, von ${who} am ${date} angefordert.`,
  note: (note) => `Notiz: ${note}`,
  waits: (reason) => `Wartet: ${reason}`,
  retryHint:
    'Ein Administrator kann die übrigen unter „Aufträge“ wiederholen, oder Sie wählen sie aus und geben sie erneut frei.',
  set: 'Bildset',
  pack: 'Statisches Bildpaket',
  reason: 'Grund',
  states: { waiting: 'wartet', promoted: 'freigegeben', refused: 'abgelehnt', stopped: 'angehalten' },
  notTried: 'nicht versucht',
  more: (count) => `${formatNumber(count)} weitere anzeigen`,
  all: 'Alle letzten Freigaben',
  retry: 'Die übrigen erneut versuchen',
  stop: 'Anhalten',
  stopAction: 'Anhalten der Freigabe',
  stoppedNow: 'Angehalten. Was freigegeben wurde, bleibt freigegeben.',
};

/** German for batchSummary.ts. */
import { formatNumber } from '../../ui/numbers.ts';
import type * as english from '../batchSummary.ts';
import type { Texts } from '../language.ts';

export const batchTexts: Texts<typeof english.batchTexts> = {
  title: 'Aufträge',
  table: 'Aufträge',
  filter: 'Aufträge filtern',
  empty: 'Es ist noch kein Auftrag gelaufen. Uploads und Freigaben erzeugen Aufträge.',
  jobName: 'Auftrag',
  jobStatus: 'Status',
  function: 'Funktion',
  createdAt: 'Erstellt',
  startedAt: 'Begonnen',
  stoppedAt: 'Beendet',
  failure: 'Fehler',
  percent: (status, percent) => `${status} ${percent} %`,
  ended: (status, ended, total) => `${status} ${formatNumber(ended)} von ${formatNumber(total)}`,
  showEach: 'Einzeln anzeigen',
  showEachOf: (name) => `Einzelne von ${name} anzeigen`,
  retry: 'Wiederholen',
  allStates: 'Alle',
  states: 'Aufträge nach Status',
  count: (state, jobs) => `${state} ${jobs === undefined ? '…' : formatNumber(jobs)}`,
  noMatch: 'Kein Auftrag passt zu den Filtern.',
  times: (created, started, stopped) =>
    [
      `Erstellt ${created}`,
      ...(started === '' ? [] : [`begonnen ${started}`]),
      ...(stopped === '' ? [] : [`beendet ${stopped}`]),
    ].join(', '),
  noFailure: 'Dieser Auftrag ist nicht fehlgeschlagen.',
  retryJob: (name) => `${name} wiederholen`,
  retrying: 'Wiederholen des Auftrags',
};

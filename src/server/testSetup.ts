/** Before each file of tests: a statement that would hold up every request of a large store fails in a small one too. */
import { limitReads } from './platform/database/readLimit.ts';

limitReads({
  rows: 1000,
  growing: ['derived', 'jobs', 'logLines', 'packs', 'qualityReports', 'refHistory', 'refs', 'snapshots'],
});

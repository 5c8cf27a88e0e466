/**
 * Before each file of tests: a statement that would hold up every request of a large store fails in a small one too. A
 * test itself may look at whole tables.
 */
import { limitReads } from '../platform/database/readLimit.ts';

/** frames between a statement and who asked for it */
const FRAMES = 60;

/** The first file of ours on the stack that is not the database. */
function askedByTest(): boolean {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const lines = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = before;
  const asker = lines.find(
    (line) => /\/src\/[^)]*\.tsx?/.test(line) && !/testing\/setUp|platform\/database\/\w+\.ts/.test(line),
  );
  return asker?.includes('.test.ts') ?? false;
}

limitReads({
  rows: 1000,
  growing: [
    'configHistory',
    'derived',
    'jobs',
    'logLines',
    'packs',
    'qualityReports',
    'refHistory',
    'refs',
    'snapshotPacks',
    'snapshots',
  ],
  excused: askedByTest,
});

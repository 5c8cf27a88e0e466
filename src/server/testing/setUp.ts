/**
 * Before each test file: makes a statement that would block the requests of a large store fail in a small one, too. A test
 * itself may read whole tables.
 */
import { limitReads } from '../platform/database/readLimit.ts';

/** frames between a statement and its caller */
const FRAMES = 60;

/** The first file of ours on the stack that is not the database. */
function calledByTest(): boolean {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const lines = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = before;
  const caller = lines.find(
    (line) => /\/src\/[^)]*\.tsx?/.test(line) && !/testing\/setUp|platform\/database\/\w+\.ts/.test(line),
  );
  return caller?.includes('.test.ts') ?? false;
}

limitReads({
  rows: 1000,
  growing: [
    'configHistory',
    'derived',
    'events',
    'jobs',
    'logLines',
    'packs',
    'qualityReports',
    'refHistory',
    'refs',
    'snapshotPacks',
    'snapshots',
    'thumbnails',
    'webhookMessages',
  ],
  excused: calledByTest,
});

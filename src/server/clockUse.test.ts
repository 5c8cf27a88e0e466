/** Only a few files read this machine's clock: all others use the time of the database, or the monotonic timer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));
const MAY = [
  // The source of the shared time, and what compares it with this machine's.
  'platform/database/clock.ts',
  'administration/clockWatch.ts',
  // Identifiers, which are not used to order anything between processes.
  'platform/ids.ts',
  // Dates of files, from their file system or store.
  'platform/blobs/abandonedFiles.ts',
  'platform/blobs/bucket.ts',
  'platform/blobs/s3.ts',
  // The age of unfinished uploads: this machine dates their files as it writes them.
  'delivery/unfinishedUploads.ts',
  // The age of folders with compiled code, in the same way.
  'codeCache.ts',
  // The command's notes about its own uploads, on the supplier's machine.
  'cli/remote/uploadState.ts',
  // The audit trail of this process alone.
  'access/audit.ts',
  // Log output of a migration.
  'migrations/0012-user-name-keys.ts',
];
const FOR_TESTS = /\.test\.ts$|(^|\/)testing\//;

it('only a few files read the clock of the machine', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !FOR_TESTS.test(file),
  );
  const reading = files.filter((file) => /\bDate\.now\b/.test(readFileSync(join(root, file), 'utf8')));
  expect(reading.filter((file) => !MAY.includes(file))).toEqual([]);
  expect(MAY.filter((file) => !reading.includes(file))).toEqual([]);
});

/**
 * A temporary folder for each run of tests. Both runners' configurations call this; everything that the run starts puts its
 * temporary files there. The folder goes with the run; when the run was killed, the next one removes it.
 */
import { chmodSync, rmSync } from 'node:fs';
import { ownTemporaryFolder } from '../ownedByProcess.mjs';

/** Sets TMPDIR of this process and of those that it starts. The workers of a run inherit it. */
export function keepTemporaryFiles(): void {
  if (process.env['LACQUER_TEST_TEMPORARY']) return;
  const folder = ownTemporaryFolder('lacquer-tests-');
  // PostgreSQL runs under an account of its own, in a folder below.
  chmodSync(folder, 0o711);
  process.env['LACQUER_TEST_TEMPORARY'] = folder;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
}

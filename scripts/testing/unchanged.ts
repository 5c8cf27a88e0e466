/**
 * Remembers on which files a step passed, so that it need not run again while they are the same.
 *
 *   passedBefore   whether a step passed on the files as they are now; never with CI=true or outside of a Git checkout
 *   notePassed     a step passed on the files as they were when it began
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, '.build', 'passed');
const digests = new Map<string, string | undefined>();

/** Of every file that Git knows or would add, and of this Node. */
function digestFiles(): string | undefined {
  try {
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
    });
    const hash = createHash('sha256').update(process.version);
    for (const file of listed.split('\0').sort()) {
      if (file && existsSync(join(root, file))) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}

export function passedBefore(step: string): boolean {
  if (process.env['CI'] === 'true') return false;
  const digest = digestFiles();
  digests.set(step, digest);
  const note = join(folder, step);
  return digest !== undefined && existsSync(note) && readFileSync(note, 'utf8') === digest;
}

export function notePassed(step: string): void {
  const digest = digests.get(step);
  if (digest === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, step), digest);
}

// Commands and folders that end with the process that made them, even when it is killed. Plain JavaScript for Node 20 or newer.
//
//   withDeathSignal     a command that the kernel signals when this process has ended
//   ownTemporaryFolder  a folder; those of processes that were killed are removed
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let hasSetpriv;

/**
 * @param {string} signal without SIG: `KILL`
 * @param {readonly string[]} command program and arguments
 * @returns {[string, ...string[]]} the command itself where the system has no setpriv
 */
export function withDeathSignal(signal, command) {
  hasSetpriv ??= spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;
  return hasSetpriv ? ['setpriv', '--pdeathsig', signal, ...command] : [...command];
}

/** @param {string} prefix of the folder's name, for this purpose alone */
export function ownTemporaryFolder(prefix) {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    // The names end with the id of their process.
    const owner = Number(name.slice(prefix.length).split('-')[0]);
    try {
      if (owner > 0) process.kill(owner, 0);
    } catch (error) {
      if (error.code === 'ESRCH') rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

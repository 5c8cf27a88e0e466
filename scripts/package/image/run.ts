/**
 * For tests: runs a command of an image as container runtimes do: as its user, without capabilities, with a root file system
 * that cannot be written to, /tmp in memory and a volume at /data. It is process 1 of its own, in the network of the machine.
 *
 *   node run.ts <arguments of lacquer>       run by LACQUER_TEST_COMMAND
 *   node run.ts exec <program> …             another program of the image
 *
 * LACQUER_TEST_IMAGE names a file with an `Image`, and LACQUER_DATA the folder that is the volume; settings are passed on. It
 * ends as the command does; when it is killed, so is the container.
 */
import { spawn } from 'node:child_process';
import { lchownSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findProgram } from '../../deploy/programs.ts';
import type { Image } from './build.ts';

const imageFile = process.env['LACQUER_TEST_IMAGE'] ?? '';
const { config, files } = JSON.parse(readFileSync(imageFile, 'utf8')) as Image;
const volume = process.env['LACQUER_DATA'] ?? '';
const [user = '', group = ''] = config.User.split(':');
// Runtimes give the volume to the owner of the folder in the image; tests may have filled it.
for (const path of ['.', ...readdirSync(volume, { recursive: true, encoding: 'utf8' })]) {
  lchownSync(join(volume, path), Number(user), Number(group));
}
const settings = Object.entries(process.env)
  .filter(([name]) => /^(LACQUER|FEATURE)_/.test(name) && !name.startsWith('LACQUER_TEST') && name !== 'LACQUER_DATA')
  .map(([name, value]) => `${name}=${value}`);

const PREPARE = `set -e
mount --bind "$0" "$0"
mount --bind "$1" "$0$2"
mount -t proc proc "$0/proc"
mount -t tmpfs -o mode=755 dev "$0/dev"
for one in null zero random urandom; do touch "$0/dev/$one"; mount --bind "/dev/$one" "$0/dev/$one"; done
mount -t tmpfs -o mode=1777,nosuid,nodev tmp "$0/tmp"
mount -o remount,bind,ro "$0"
directory=$3; owner=$4; shift 4
exec setpriv --no-new-privs --inh-caps=-all \\
  chroot --userspec="$owner" --groups= "$0" /usr/bin/env -i --chdir="$directory" "$@"`;
const [data = ''] = Object.keys(config.Volumes);
const [verb = '', ...rest] = process.argv.slice(2);
const command = verb === 'exec' ? rest : [...config.Entrypoint, verb, ...rest];
const places = [files, volume, data, config.WorkingDir, config.User];
const inside = ['sh', '-c', PREPARE, ...places, ...config.Env, ...settings, ...command];
// The container holds the lock until its last process is gone: a next one waits for that, as runtimes do.
const lock = join(dirname(imageFile), `${basename(volume)}.lock`);
const UNSHARE = ['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork'];
const child = spawn(findProgram('flock') ?? '', [lock, ...UNSHARE, ...inside], { stdio: 'inherit' });

const childrenOf = (id: number) => readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean);
/** @returns the id of the container's process 1; undefined while it starts */
function findFirst(): number | undefined {
  try {
    const [unshare] = childrenOf(child.pid ?? 0);
    return Number(childrenOf(Number(unshare))[0]) || undefined;
  } catch {
    return undefined;
  }
}
let first: number | undefined;
while (first === undefined && child.exitCode === null && child.signalCode === null) {
  first = findFirst();
  await new Promise((resolve) => setTimeout(resolve, 10));
}
if (first !== undefined) {
  const id = first;
  // Its input ends when this process is gone, for whatever reason.
  const guard = spawn('sh', ['-c', 'read none; kill -9 "$0"', String(id)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.kill(id, signal));
}
child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));

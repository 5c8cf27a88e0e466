// What the tests need beside npm packages: Debian packages, installed when they are missing, and a throw-away PostgreSQL.
// Plain JavaScript for Node 20 or newer. The S3 service is in s3Service.mjs.
//
//   PACKAGES            each Debian package with what shows that it is there
//   S3_PACKAGES         those of the S3 service
//   FIREFOX_PACKAGES    those of the tests in Firefox
//   DEPLOY_PACKAGES     those of the tests of the examples in deploy/
//   ensurePackages      installs what is missing where that is possible
//   startPostgres       a server on a free port in the system's temp folder; gone when this process is
//   freePort
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { ownTemporaryFolder, withDeathSignal } from './ownedByProcess.mjs';

const OLDEST_POSTGRES = 15;
const START_TIME = 60_000;
const isRoot = process.getuid?.() === 0;

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
const installed = (name) => {
  const asked = spawnSync('dpkg-query', ['-W', '-f', '$' + '{Status}', name], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.includes('install ok installed');
};

export const PACKAGES = {
  chromium: () => onPath('chromium'),
  'fonts-inter': () => installed('fonts-inter'),
  'fonts-dejavu-core': () => installed('fonts-dejavu-core'),
  postgresql: () => postgresBin() !== undefined,
  'libreoffice-calc-nogui': () => onPath('soffice'),
  'liblcms2-utils': () => onPath('transicc'),
};

export const S3_PACKAGES = {
  radosgw: () => onPath('radosgw') && onPath('radosgw-admin'),
  'ceph-mon': () => onPath('ceph-mon') && onPath('monmaptool'),
  'ceph-osd': () => onPath('ceph-osd') && onPath('ceph'),
};

export const FIREFOX_PACKAGES = { 'firefox-esr': () => onPath('firefox-esr') };

/** Debian keeps servers where only the administrator's PATH leads. */
const installedServer = (name) => onPath(name) || existsSync(`/usr/sbin/${name}`);

export const DEPLOY_PACKAGES = {
  'nginx-light': () => installedServer('nginx'),
  caddy: () => onPath('caddy'),
  openssl: () => onPath('openssl'),
  varnish: () => installedServer('varnishd'),
  prometheus: () => onPath('promtool') && onPath('prometheus'),
  systemd: () => onPath('systemd-analyze'),
  buildah: () => onPath('buildah'),
};

/** Where initdb and postgres are: Debian keeps them off the PATH, by version. */
function postgresBin() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const best = Math.max(...versions.filter((v) => existsSync(`${debian}/${v}/bin/initdb`)), 0);
  if (best >= OLDEST_POSTGRES) return `${debian}/${best}/bin`;
  return (process.env.PATH ?? '').split(delimiter).find((folder) => {
    if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return false;
    const said = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
    return Number(/(\d+)/.exec(said)?.[1] ?? 0) >= OLDEST_POSTGRES;
  });
}

/**
 * Installs the missing of these Debian packages: as root, or with sudo where it needs no password.
 * @param {Record<string, () => boolean>} packages
 * @returns { missing, reason, tried }: what is still missing, and why with what to do; both empty when all is there. `tried`
 *   when apt-get knows the missing packages and failed to install them
 */
export function ensurePackages(packages = PACKAGES) {
  const missingOf = (names) => names.filter((name) => !packages[name]());
  const missing = missingOf(Object.keys(packages));
  if (missing.length === 0) return { missing, reason: '', tried: false };
  const byHand = `install them yourself: apt-get install --no-install-recommends ${missing.join(' ')}`;
  if (!onPath('apt-get'))
    return { missing, reason: `missing ${missing.join(', ')}, and there is no apt-get; ${byHand}`, tried: false };
  const sudo = isRoot ? [] : ['sudo', '-n'];
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) {
    return { missing, reason: `missing ${missing.join(', ')}, and no right to install; ${byHand}`, tried: false };
  }
  console.log(`Installing ${missing.join(' ')} …`);
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return spawnSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const patience = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2'];
  apt('update', ...patience);
  const done = apt('install', '-y', '--no-install-recommends', ...patience, ...missing);
  const left = missingOf(missing);
  if (left.length === 0) return { missing: left, reason: '', tried: false };
  const said = (done.stderr ?? '').split('\n').find((line) => line.startsWith('E:')) ?? `exit code ${done.status}`;
  // `Unable to locate package x`, `Package 'x' has no installation candidate`
  const tried = !/Unable to locate|no installation candidate/.test(said);
  return { missing: left, reason: `apt-get install failed (${said}); ${byHand}`, tried };
}

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** initdb and postgres refuse to run as root; the package brings a user for them. */
function unprivileged() {
  if (!isRoot) return {};
  const number = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const [uid, gid] = [number('-u'), number('-g')];
  if (!uid || !gid) throw new Error('there is no user postgres to run the server as; the postgresql package makes it');
  return { uid, gid };
}

// Nothing here has to survive a power loss.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  max_connections: '100',
  jit: 'off',
  lc_messages: 'C',
};

/** Resolves when the server takes connections. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time:\n${log}`)), START_TIME);
    server.stderr.on('data', (bytes) => {
      log = (log + bytes).slice(-4000);
      if (log.includes('database system is ready to accept connections')) {
        clearTimeout(timer);
        resolve();
      }
    });
    server.once('error', reject);
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended with ${code}:\n${log}`));
    });
  });
}

/**
 * @param {Record<string, string>} more settings of the server beside or instead of those above
 * @returns { url, stop, halt, resume }. Also without stop() the server and its folder go when this process exits; after
 *   SIGKILL the kernel ends the server, and the next start removes the folder. halt(signal) ends the server alone, with
 *   SIGTERM (smart), SIGINT (fast) or SIGQUIT (immediate); resume() starts it again at the same address with the same
 *   content.
 * @throws Error with what is missing or the server's own words
 */
export async function startPostgres(more = {}) {
  const bin = postgresBin();
  if (bin === undefined)
    throw new Error(`PostgreSQL ${OLDEST_POSTGRES} or newer is not installed (package postgresql)`);
  const who = unprivileged();
  const folder = ownTemporaryFolder('lacquer-postgres-');
  let server;
  const remove = () => {
    if (server?.exitCode === null) server.kill('SIGQUIT');
    // This runs inside 'exit', where only waiting in place is left: the server removes this file last.
    const pulse = new Int32Array(new SharedArrayBuffer(4));
    for (let turn = 0; turn < 250 && existsSync(join(folder, 'data', 'postmaster.pid')); turn += 1) {
      Atomics.wait(pulse, 0, 0, 20);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  process.once('exit', remove);
  try {
    if (who.uid) chownSync(folder, who.uid, who.gid);
    const password = randomBytes(18).toString('base64url');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (who.uid) chownSync(passwordFile, who.uid, who.gid);
    const data = join(folder, 'data');
    const options = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'];
    const made = spawnSync(join(bin, 'initdb'), ['-D', data, ...options, '--no-sync', '--no-instructions'], {
      cwd: folder,
      encoding: 'utf8',
      ...who,
    });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const port = await freePort();
    const settings = { ...SETTINGS, ...more, port: String(port), unix_socket_directories: folder };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // A group of its own: Ctrl-C must reach the tests first, this process ends the server afterwards.
    const start = { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...who };
    const resume = async () => {
      // SIGQUIT is PostgreSQL's immediate shutdown.
      const [program, ...rest] = withDeathSignal('QUIT', [join(bin, 'postgres'), '-D', data, ...flags]);
      server = spawn(program, rest, start);
      await ready(server);
      server.unref();
      server.stderr.unref();
    };
    const halt = async (signal) => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.ref();
      server.kill(signal);
      await gone;
    };
    await resume();
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      halt,
      resume,
      stop: async () => {
        await halt('SIGQUIT');
        process.off('exit', remove);
        remove();
      },
    };
  } catch (error) {
    process.off('exit', remove);
    remove();
    throw error;
  }
}

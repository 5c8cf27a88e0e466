/** The command line as a separate process: its output, and the exit code that scripts use. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { setDatabaseMark } from './administration/unfinishedMove.ts';
import { DATABASE_NAMES } from './config.ts';
import { migrations } from './migrations/index.ts';
import { migrate, openDatabase } from './platform/database/database.ts';
import { NO_REPORT } from './platform/database/failures.ts';
import { holdDatabase } from './platform/database/hold.ts';
import { tablesOf } from './platform/database/upgrade.ts';
import type { Tables } from './schema.ts';
import { freshDatabase } from './testing/databases.ts';
import { FULL } from './testing/length.ts';
import { product } from './testing/product.ts';
import { PASSWORD } from './testing/testApp.ts';
import { BARE, endAll, folderOfStore, start } from './testing/testServer.ts';
import { metaZip, plain, SET, zipOf } from './testing/tinyPacks.ts';

const run = promisify(execFile);
type Environment = Record<string, string>;
/** In a namespace of its own, a process is root and may mount file systems. */
const UNSHARE = ['unshare', '-rm'] as const;
const canMount = spawnSync(UNSHARE[0], [UNSHARE[1], 'sh', '-c', 'mount -t tmpfs tmpfs /tmp']).status === 0;
if (!canMount) console.warn('NOT RUN: lacquer check as root and with a second disk. This account may not mount.');
const postgres = process.env['LACQUER_TEST_POSTGRES'];

const fileIn = (data: string): string => join(data, 'lacquer.db');
const migrationsUntil = (until: string): typeof migrations =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name < until));

/** The folder of a store. @param until its tables are those before this migration */
async function madeStore(until = '9999'): Promise<string> {
  const data = folderOfStore();
  const database = await openDatabase<Tables>(`sqlite:${fileIn(data)}`);
  await migrate(database, migrationsUntil(until));
  await database.close();
  return data;
}

/** @returns what it printed and its exit code */
async function cli(args: readonly string[], environment: Environment = {}, input?: string, before: string[] = []) {
  const [program = '', ...rest] = [...before, process.execPath, ...product(...args)];
  const child = run(program, rest, {
    env: { ...BARE, LACQUER_DATA: environment['LACQUER_DATA'] ?? (await madeStore()), ...environment },
  });
  child.child.stdin?.end(input);
  try {
    const { stdout, stderr } = await child;
    return { code: 0, text: stdout + stderr };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { code, text: stdout + stderr };
  }
}

const listeners: Server[] = [];
async function listen(server: Server): Promise<number> {
  listeners.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
afterEach(async () => {
  for (const server of listeners.splice(0)) server.close();
  await endAll();
});

describe('npx lacquer', () => {
  it.each([
    [['--help'], 'worker'],
    [['worker', '--help'], 'run jobs'],
    [['help', 'backup'], '<folder>'],
    [['user', 'list'], ''],
    [['gc', '--dry-run'], 'blobs: 0'],
    [['scrub'], '0 blobs read'],
  ])('0: %j', async (args, expected) => {
    const { code, text } = await cli(args);
    expect(text).toContain(expected);
    expect(code).toBe(0);
  });

  it.each([
    [['user', 'password', 'nobody'], 'nobody', `${PASSWORD}\n`],
    [['user', 'disable', 'nobody'], 'nobody'],
    [['user', 'add', 'anna', 'ROLE_TEST'], 'password', 'short\n'],
    [['token', 'create', 'nobody', 'script'], 'nobody'],
    [['restore', '/no/such/folder'], '/no/such/folder'],
  ])('1: %j', async (args, expected, input = '') => {
    const { code, text } = await cli(args, {}, input);
    expect(text).toContain(expected);
    expect(text).not.toContain('    at ');
    expect(code).toBe(1);
  });

  it.each([
    [[], 'Usage'],
    [['user'], 'Usage'],
    [['no-such-command'], 'unknown command'],
    [['user', 'no-such-command'], 'unknown command'],
    [['backup'], 'missing required argument'],
    [['user', 'add', 'anna'], 'missing required argument'],
    [['user', 'add', 'anna', 'ROLE_KING'], 'ROLE_KING'],
    [['user', 'list', 'more'], 'too many arguments'],
    [['serve', '--no-such-option'], 'unknown option'],
    [['worker', 'more'], 'too many arguments'],
    [['token', 'create', 'anna', 'script', '--days', 'many'], '--days'],
    [['token', 'create', 'anna', 'script', '--days', '-1'], '--days'],
  ])('2: %j', async (args, expected) => {
    const { code, text } = await cli(args);
    expect(text).toContain(expected);
    expect(code).toBe(2);
  });

  it.each(['serve', 'user list', ...(FULL ? ['worker', 'scrub', 'gc', 'backup x', 'restore x'] : [])])(
    '2: %s names each invalid setting',
    async (command) => {
      const wrong = { LACQUER_PORT: 'x', LACQUER_DATABASE_URL: 'mysql://db', LACQUER_COLOUR: 'red' };
      const { code, text } = await cli(command.split(' '), wrong);
      for (const name of Object.keys(wrong)) expect(text).toContain(name);
      expect(code).toBe(2);
    },
  );

  it.each(['user list', 'scrub', 'gc', 'backup x', 'migrate', 'worker'])('%s creates no store', async (command) => {
    const data = join(folderOfStore(), 'typo');
    const { code, text } = await cli(command.split(' '), { LACQUER_DATA: data });
    expect(text).toContain(`There is no store in ${fileIn(data)}.`);
    expect(code).toBe(1);
    expect(existsSync(data)).toBe(false);
  });

  it.each(['user list', 'scrub', 'backup x', 'worker'])(
    '%s leaves the tables of an earlier version to serve and migrate',
    async (command) => {
      const data = await madeStore('0030');
      const { code, text } = await cli(command.split(' '), { LACQUER_DATA: data });
      expect(text).toContain('has the tables of an earlier version. Start "lacquer serve" of this version first');
      expect(code).toBe(1);
      expect((await cli(['migrate'], { LACQUER_DATA: data })).text).toContain(
        'The store has the tables of this version.',
      );
      expect((await cli(['user', 'list'], { LACQUER_DATA: data })).code).toBe(0);
    },
  );

  it('every command says which store it works on, apart from its output', async () => {
    const data = await madeStore();
    const { stdout, stderr } = await run(process.execPath, product('user', 'list'), {
      env: { ...BARE, LACQUER_DATA: data },
    });
    expect([stdout, stderr]).toEqual(['', `Store: ${fileIn(data)}\n`]);
  });

  it('2: a worker that may not run jobs', async () => {
    const { code, text } = await cli(['worker'], { LACQUER_WORKERS: '0' });
    expect(text).toContain('LACQUER_WORKERS');
    expect(code).toBe(2);
  });
});

/** @returns the worker, and its output once it is ready */
async function startWorker(environment: Environment) {
  const child = spawn(process.execPath, product('worker'), {
    env: { ...BARE, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(line)).toContain('Lacquer works on jobs');
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    return ((await ended) as [number | null])[0];
  };
  return { end };
}

describe('lacquer check', () => {
  const free = { LACQUER_PORT: '0' };

  it('0: reports what is fine before there is a store, and creates none', async () => {
    const data = join(folderOfStore(), 'new');
    const { code, text } = await cli(['check'], { ...free, LACQUER_DATA: data });
    for (const expected of [
      'The settings are valid.',
      `The folder ${data} can be created.`,
      ' are free on the disk of ',
      `There is no store in ${fileIn(data)}; the server creates one.`,
      'The server can listen on port 0',
    ]) {
      expect(text).toContain(expected);
    }
    expect([code, existsSync(data)]).toEqual([0, false]);
  });

  it('0: beside a store; one of an earlier version is a warning', async () => {
    expect((await cli(['check'], free)).text).toContain('has the tables of this version and accepts changes.');
    const { code, text } = await cli(['check'], { ...free, LACQUER_DATA: await madeStore('0030') });
    expect(text).toMatch(/^warning The database .* has the tables of an earlier version\. "lacquer serve"/m);
    expect(code).toBe(0);
  });

  it('1: names everything that fails, each by a sentence', async () => {
    const file = join(folderOfStore(), 'file');
    writeFileSync(file, '');
    const { code, text } = await cli(['check', '--json'], {
      LACQUER_AUDIT: join(file, 'audit'),
      LACQUER_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/cars',
      LACQUER_BLOBS: 's3://cars',
      LACQUER_S3_ENDPOINT: 'http://127.0.0.1:1',
      LACQUER_S3_ACCESS_KEY_ID: 'id',
      LACQUER_S3_SECRET_ACCESS_KEY: 'hunter2',
      LACQUER_FREE_SPACE_BYTES: '8000 TiB',
      LACQUER_HOST: '192.0.2.1',
    });
    const { findings } = JSON.parse(text) as { findings: { result: string; sentence: string }[] };
    expect(findings.filter(({ result }) => result === 'failed').map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^LACQUER_AUDIT: the folder .* cannot be used: a file is in the way\.$/),
      expect.stringMatching(/LACQUER_FREE_SPACE_BYTES.*Make room\.$/),
      expect.stringMatching(/^LACQUER_DATABASE_URL: the database 127.0.0.1:1\/cars cannot be used: nothing answers/),
      expect.stringMatching(/^LACQUER_BLOBS: the bucket "cars" at http:\/\/127.0.0.1:1 cannot be used: /),
      'LACQUER_HOST: this machine does not have the address 192.0.2.1.',
    ]);
    expect(text).not.toContain('hunter2');
    expect(code).toBe(1);
  });

  it('warns about a proxy with TLS that is not trusted', async () => {
    const behind = { ...free, LACQUER_PUBLIC_URL: 'https://cars.example' };
    const { code, text } = await cli(['check'], behind);
    expect(text).toMatch(/^warning LACQUER_TRUST_PROXY is empty.* Set it to loopback\.$/m);
    expect(code).toBe(0);
    expect((await cli(['check'], { ...behind, LACQUER_TRUST_PROXY: 'loopback' })).text).not.toContain('TRUST_PROXY');
  });

  it('1: a store that a move has begun to fill', async () => {
    const data = await madeStore();
    const database = await openDatabase<Tables>(`sqlite:${fileIn(data)}`);
    await setDatabaseMark(database, { source: 'elsewhere', blobs: 'elsewhere' });
    await database.close();
    const { code, text } = await cli(['check'], { ...free, LACQUER_DATA: data });
    expect(text).toMatch(
      /^failed {2}The database .* is the target of a move that is not finished\. Start "lacquer move"/m,
    );
    expect(code).toBe(1);
  });

  it.runIf(canMount)('warns about an account that is root', async () => {
    const asRoot = await cli(['check'], free, undefined, [...UNSHARE]);
    expect(asRoot.text).toMatch(/^warning This account is root\. /m);
    expect(asRoot.code).toBe(0);
    if (process.getuid?.() !== 0) expect((await cli(['check'], free)).text).not.toContain('is root');
  });

  it.runIf(canMount)('1: a second disk without room, beside one that has it', async () => {
    const data = await madeStore();
    const blobs = join(folderOfStore(), 'second');
    mkdirSync(blobs);
    const mount = `mount -t tmpfs -o size=1m tmpfs ${blobs} && exec "$@"`;
    const settings = { ...free, LACQUER_DATA: data, LACQUER_BLOBS: blobs, LACQUER_FREE_SPACE_BYTES: '2 MiB' };
    const { code, text } = await cli(['check'], settings, undefined, [...UNSHARE, 'sh', '-c', mount, 'sh']);
    expect(text).toContain(` are free on the disk of ${data}.`);
    expect(text).toMatch(/^failed {2}1 MiB are free on the disk of \S+second; below 2 MiB .* Make room\.$/m);
    expect(code).toBe(1);
    expect(await cli(['check'], settings)).toMatchObject({ code: 0 });
  });

  it('1: an S3 that takes connections and never answers', async () => {
    const port = await listen(createServer((socket) => socket.on('error', () => {})));
    const { code, text } = await cli(['check'], {
      ...free,
      LACQUER_BLOBS: 's3://cars',
      LACQUER_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      LACQUER_S3_ACCESS_KEY_ID: 'id',
      LACQUER_S3_SECRET_ACCESS_KEY: 'hunter2',
    });
    expect(text).toMatch(/^failed {2}LACQUER_BLOBS: the bucket "cars" at \S+ cannot be used: it does not answer/m);
    expect(text).not.toContain('hunter2');
    expect(code).toBe(1);
  }, 300_000);

  it.skipIf(postgres === undefined)('warns about a PostgreSQL that is too old', async () => {
    const { url = '', drop } = await freshDatabase('postgres');
    const { hostname, port } = new URL(url);
    // The real server, which says that it is of another version.
    const old = createServer((client) => {
      const far = connect(Number(port), hostname);
      const end = () => {
        client.destroy();
        far.destroy();
      };
      for (const socket of [client, far]) socket.on('error', end).on('close', end);
      client.on('data', (chunk) => far.write(chunk));
      far.on('data', (chunk) =>
        client.write(Buffer.from(chunk.toString('latin1').replace(/1[5-9]00\d\d(?=C)/, '110022'), 'latin1')),
      );
    });
    const address = new URL(url);
    address.host = `127.0.0.1:${await listen(old)}`;
    try {
      const { code, text } = await cli(['check'], { ...free, LACQUER_DATABASE_URL: address.href });
      expect(text).toMatch(/^warning PostgreSQL 11 is old; Lacquer is made for 15 and newer ones\. /m);
      expect(code).toBe(0);
    } finally {
      await drop();
    }
  });

  it.skipIf(postgres === undefined)(
    'an empty PostgreSQL database stays empty, its version is told, and so is who holds it',
    async () => {
      const { url = '', drop } = await freshDatabase('postgres');
      try {
        const { code, text } = await cli(['check'], { ...free, LACQUER_DATABASE_URL: url });
        expect(text).toContain('is empty; the server creates its tables.');
        expect(text).toContain('The clock agrees with the database.');
        expect(text).toMatch(/^ok {6}PostgreSQL \d\d is new enough\.$/m);
        expect(code).toBe(0);
        expect((await cli(['user', 'list'], { LACQUER_DATABASE_URL: url })).text).toContain('There is no store in');
        const release = await holdDatabase(url, DATABASE_NAMES);
        const held = await cli(['check'], { ...free, LACQUER_DATABASE_URL: url });
        expect(held.text).toMatch(/^failed {2}The database .* is being moved or restored\./m);
        await release();
      } finally {
        await drop();
      }
    },
  );

  it.skipIf(postgres === undefined)('tables that another version uses are not changed, and check says so', async () => {
    const { url = '', drop } = await freshDatabase('postgres');
    const environment = { ...free, LACQUER_DATABASE_URL: url };
    try {
      const older = migrationsUntil('0044');
      const presence = { program: DATABASE_NAMES.product, tables: tablesOf(older) };
      const database = await openDatabase<Tables>(url, NO_REPORT, presence);
      await migrate(database, older);
      // A statement, so that a connection of servers and workers is there.
      await database.read.selectFrom('jobs').select('id').execute();
      expect((await cli(['check'], environment)).text).toContain('use it now: stop all of them first.');
      for (const command of ['migrate', 'serve']) {
        const { code, text } = await cli([command], { ...environment, LACQUER_PORT: '0' });
        expect(text).toMatch(
          /Servers, workers or commands of another version of Lacquer use the database .* Nothing was changed\./,
        );
        expect(code).toBe(1);
      }
      await database.close();
      const { code, text } = await cli(['check'], environment);
      expect(text).toContain('make a backup first.');
      expect(text).not.toContain('stop all of them');
      expect(code).toBe(0);
      expect((await cli(['migrate'], environment)).code).toBe(0);
    } finally {
      await drop();
    }
  });
});

describe('one process serves, others run the jobs', () => {
  it.skipIf(postgres === undefined)(
    'a worker killed in the middle: another takes the pack over; one that is stopped returns its job to the queue',
    async () => {
      const { url = '', drop } = await freshDatabase('postgres');
      const data = folderOfStore();
      const shared = {
        LACQUER_DATA: data,
        LACQUER_DATABASE_URL: url,
        FEATURE_QUALITY_REPORT_ENABLED: 'false',
        LACQUER_THUMBNAILS: 'false',
      };
      const database = await openDatabase<Tables>(url);
      const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
      const worker = async () => {
        const started = await startWorker(shared);
        workers.push(started);
        return started;
      };
      try {
        const server = await start(data, { ...shared, LACQUER_WORKERS: '0' });
        const jobs = async () => {
          const rows = await database.read.selectFrom('jobs').select(['state', 'attempts']).orderBy('id').execute();
          return rows.map(({ state, attempts }) => `${state} ${attempts}`);
        };
        // Each with different content, so that each must be decoded.
        const pictures = Object.fromEntries(
          await Promise.all(
            Array.from({ length: 40 }, async (_, i) => [`001/p${i}.png`, await plain([i, 0, 0, 255], 1500, 1000)]),
          ),
        );
        await server.upload(`meta-${SET}.zip`, await metaZip());
        await server.upload(`image-ext-${SET}.zip`, await zipOf(pictures));
        await new Promise((resolve) => setTimeout(resolve, 1500));
        expect(await jobs()).toEqual(['CREATED 0', 'CREATED 0']);

        const killed = await worker();
        await expect.poll(jobs, { timeout: 60_000, interval: 5 }).toEqual(['COMPLETED 1', 'STARTED 1']);
        await killed.end('SIGKILL');
        expect(await jobs()).toEqual(['COMPLETED 1', 'STARTED 1']);

        const process = await worker();
        // The lease of the killed one must expire first.
        await expect.poll(jobs, { timeout: 60_000, interval: 5 }).toEqual(['COMPLETED 1', 'STARTED 2']);
        expect(await process.end('SIGTERM')).toBe(0);
        expect(await jobs()).toEqual(['COMPLETED 1', expect.stringMatching(/^(CREATED 1|COMPLETED 2)$/)]);

        const last = await worker();
        await expect.poll(jobs).toEqual(['COMPLETED 1', 'COMPLETED 2']);
        expect(await (await server.get('/embargo/api/v2/test/dis')).json()).toEqual([SET]);
        expect(await last.end('SIGTERM')).toBe(0);
        await server.kill();
      } finally {
        for (const one of workers) await one.end('SIGKILL');
        await database.close();
        await drop();
      }
    },
    180_000,
  );
});

/**
 * `lacquer check`: whether a server would start and work with these settings, one sentence for each thing that it
 * needs. It creates and changes no store; a server may run at the same time.
 *
 *   addCheckCommand
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { tryWrite } from '../administration/clockWatch.ts';
import { readDatabaseMark } from '../administration/unfinishedMove.ts';
import { DATABASE_NAMES, readSettings, type Settings } from '../config.ts';
import { migrations } from '../migrations/index.ts';
import { formatBytes } from '../platform/bytes.ts';
import { skewSentence } from '../platform/database/clock.ts';
import { openDatabase, schemaStateOf } from '../platform/database/database.ts';
import { isHeld } from '../platform/database/hold.ts';
import { databaseNameOf, databaseNotUsable } from '../platform/database/notUsable.ts';
import { folderProblem, freeBytes, tryFolder } from '../platform/disk.ts';
import { NotUsable } from '../platform/notUsable.ts';
import type { Database, Tables } from '../schema.ts';
import { foldersOf } from '../serverChecks.ts';
import { EXIT, listenProblem, sentenceOf } from '../start.ts';
import { halfMoved, openBlobStore, sqliteFileOf } from '../store.ts';
import { traceSettings } from '../traces.ts';
import { type AsJson, jsonOption, print } from './output.ts';

/** `warning`: a server would start, but somebody should look into it. */
interface Finding {
  result: 'ok' | 'warning' | 'failed';
  sentence: string;
}
const LOCAL_ADDRESSES = ['127.0.0.1', '::1', 'localhost'];
const found = (result: Finding['result'], sentence: string): Finding => ({ result, sentence });

/** The server creates a missing folder, so its closest existing parent is checked. */
function existing(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

async function checkFolder({ path, setting }: { path: string; setting: string }): Promise<Finding> {
  try {
    await tryFolder(existing(path));
    return found('ok', `The folder ${path} can be ${existsSync(path) ? 'read and written' : 'created'}.`);
  } catch (error) {
    return found('failed', folderProblem(path, setting, error));
  }
}

/** Packs arrive below `data`, and their blobs may be kept on another disk. */
async function checkSpace({ data, blobs, freeSpaceBytes }: Settings): Promise<Finding[]> {
  const folders = [data, ...('folder' in blobs ? [blobs.folder] : [])];
  const disks = new Map<number, string>();
  for (const folder of folders) {
    const { dev } = await stat(existing(folder));
    if (!disks.has(dev)) disks.set(dev, folder);
  }
  return Promise.all(
    [...disks.values()].map(async (folder) => {
      const free = await freeBytes(existing(folder));
      const text = `${formatBytes(free)} are free on the disk of ${folder}`;
      if (free >= freeSpaceBytes) return found('ok', `${text}.`);
      const reserve = formatBytes(freeSpaceBytes);
      return found(
        'failed',
        `${text}; below ${reserve} (LACQUER_FREE_SPACE_BYTES) the server takes no packs. Make room.`,
      );
    }),
  );
}

const OLDEST_POSTGRES = 15;
async function checkVersion(database: Database): Promise<Finding[]> {
  if (database.dialect !== 'postgres') return [];
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database.read);
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version >= OLDEST_POSTGRES) return [found('ok', `PostgreSQL ${version} is new enough.`)];
  const needed = `Lacquer is made for ${OLDEST_POSTGRES} and newer ones. Upgrade PostgreSQL.`;
  return [found('warning', `PostgreSQL ${version} is old; ${needed}`)];
}

/** What a proxy in front has to be known for. */
function checkProxy({ publicUrl, trustProxy, host }: Settings): Finding[] {
  if (!publicUrl?.startsWith('https:') || trustProxy !== '') return [];
  const address = LOCAL_ADDRESSES.includes(host) ? 'loopback' : 'the address of the proxy';
  return [
    found(
      'warning',
      `LACQUER_TRUST_PROXY is empty, and LACQUER_PUBLIC_URL says that a proxy with TLS is in front: the audit trail would name the proxy's address for everybody, and sign-in limits would count all people as one. Set it to ${address}.`,
    ),
  ];
}

function checkAccount(): Finding[] {
  if (process.getuid?.() !== 0) return [];
  return [found('warning', 'This account is root. Give Lacquer an account of its own.')];
}

async function checkDatabase({ databaseUrl: url }: Settings): Promise<Finding[]> {
  const name = databaseNameOf(url);
  const file = sqliteFileOf(url);
  if (file !== undefined && !existsSync(file)) {
    const folder = await checkFolder({ path: dirname(file), setting: DATABASE_NAMES.setting });
    return [folder.result === 'failed' ? folder : found('ok', `There is no store in ${name}; the server creates one.`)];
  }
  try {
    const database = await openDatabase<Tables>(url);
    try {
      if (await isHeld(database.read)) {
        return [found('failed', `The database ${name} is being moved or restored. Wait until that has ended.`)];
      }
      if (await readDatabaseMark(database)) return [found('failed', halfMoved(`The database ${name}`).message)];
      const version = await checkVersion(database);
      const state = await schemaStateOf(database, migrations);
      await database.clock.sync();
      const skew = skewSentence(database.clock.skew());
      const clock = skew === undefined ? found('ok', 'The clock agrees with the database.') : found('warning', skew);
      if (state === 'current') {
        await tryWrite(database);
        return [
          found('ok', `The database ${name} has the tables of this version and accepts changes.`),
          ...version,
          clock,
        ];
      }
      if (state === 'outdated') {
        const text = `The database ${name} has the tables of an earlier version. "lacquer serve" or "lacquer migrate" changes them; make a backup first.`;
        return [found('warning', text), ...version, clock];
      }
      await database.transaction(async (trx) => {
        await sql`create table "lacquerCheck" ("id" integer)`.execute(trx);
        await sql`drop table "lacquerCheck"`.execute(trx);
      });
      return [found('ok', `The database ${name} is empty; the server creates its tables.`), ...version, clock];
    } finally {
      await database.close();
    }
  } catch (error) {
    const known = databaseNotUsable(url, error, DATABASE_NAMES.setting);
    return [found('failed', known?.message ?? `${DATABASE_NAMES.setting}: the database ${name}: ${sentenceOf(error)}`)];
  }
}

async function checkBlobs({ blobs: location }: Settings): Promise<Finding> {
  if ('folder' in location) return checkFolder({ path: location.folder, setting: 'LACQUER_BLOBS' });
  const name = `The bucket ${location.s3.bucket}`;
  try {
    const blobs = await openBlobStore(location);
    await blobs.close();
    return found('ok', `${name} can be read and written.`);
  } catch (error) {
    return found('failed', error instanceof NotUsable ? error.message : `LACQUER_BLOBS: ${name}: ${sentenceOf(error)}`);
  }
}

async function checkPort({ port, host }: Settings): Promise<Finding> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<Finding>();
  const address = `port ${port} of ${host}`;
  server.once('error', (error: NodeJS.ErrnoException) => {
    const sentence = listenProblem(error) ?? sentenceOf(error);
    // A running server of this store may be what listens.
    resolve(found(error.code === 'EADDRINUSE' ? 'warning' : 'failed', sentence));
  });
  server.listen(port, host, () => server.close(() => resolve(found('ok', `The server can listen on ${address}.`))));
  return promise;
}

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description(
      'settings, folders, database, file store, clocks, free space, proxy and port, before serve; exit code 1 when one fails',
    )
    .addOption(jsonOption())
    .action(async (options: AsJson) => {
      const settings = readSettings(process.env);
      traceSettings(process.env);
      const findings = [
        found('ok', 'The settings are valid.'),
        ...(await Promise.all(
          [{ path: settings.data, setting: 'LACQUER_DATA' }, ...foldersOf(settings)].map(checkFolder),
        )),
        ...checkAccount(),
        ...(await checkSpace(settings)),
        ...(await checkDatabase(settings)),
        await checkBlobs(settings),
        ...checkProxy(settings),
        await checkPort(settings),
      ];
      print(
        options,
        { findings },
        findings.map(({ result, sentence }) => `${result.padEnd(7)} ${sentence}`),
      );
      if (findings.some(({ result }) => result === 'failed')) process.exitCode = EXIT.failed;
    });
}

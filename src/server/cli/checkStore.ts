/**
 * What `lacquer check` finds out about the database and the file store.
 *
 *   checkDatabase, checkBlobs
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { tryWrite } from '../administration/clockWatch.ts';
import { readDatabaseMark } from '../administration/unfinishedMove.ts';
import { DATABASE_NAMES, type Settings } from '../config.ts';
import { migrations } from '../migrations/index.ts';
import { skewSentence } from '../platform/database/clock.ts';
import { openDatabase, schemaStateOf } from '../platform/database/database.ts';
import { isHeld } from '../platform/database/hold.ts';
import { databaseNameOf, databaseNotUsable } from '../platform/database/notUsable.ts';
import { countOthers, tablesOf } from '../platform/database/upgrade.ts';
import { NotUsable } from '../platform/notUsable.ts';
import type { Database, Tables } from '../schema.ts';
import { sentenceOf } from '../start.ts';
import { openBlobStore, sqliteFileOf, unfinishedMoveError } from '../store.ts';
import { checkFolder, type Finding, finding } from './findings.ts';

const OLDEST_POSTGRES = 15;
async function checkVersion(database: Database): Promise<Finding[]> {
  if (database.dialect !== 'postgres') return [];
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database.read);
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version >= OLDEST_POSTGRES) return [finding('ok', `PostgreSQL ${version} is new enough.`)];
  const needed = `Lacquer is made for ${OLDEST_POSTGRES} and newer ones. Upgrade PostgreSQL.`;
  return [finding('warning', `PostgreSQL ${version} is old; ${needed}`)];
}

export async function checkDatabase({ databaseUrl: url }: Settings): Promise<Finding[]> {
  const name = databaseNameOf(url);
  const file = sqliteFileOf(url);
  if (file !== undefined && !existsSync(file)) {
    const folder = await checkFolder({ path: dirname(file), setting: DATABASE_NAMES.setting });
    return [
      folder.result === 'failed' ? folder : finding('ok', `There is no store in ${name}; the server creates one.`),
    ];
  }
  try {
    const database = await openDatabase<Tables>(url);
    try {
      if (await isHeld(database.read)) {
        return [finding('failed', `The database ${name} is being moved or restored. Wait until that has ended.`)];
      }
      if (await readDatabaseMark(database))
        return [finding('failed', unfinishedMoveError(`The database ${name}`).message)];
      const version = await checkVersion(database);
      const state = await schemaStateOf(database, migrations);
      await database.clock.sync();
      const skew = skewSentence(database.clock.skew());
      const clock =
        skew === undefined ? finding('ok', 'The clock agrees with the database.') : finding('warning', skew);
      if (state === 'current') {
        await tryWrite(database);
        return [
          finding('ok', `The database ${name} has the tables of this version and accepts changes.`),
          ...version,
          clock,
        ];
      }
      if (state === 'outdated') {
        const { product: program } = DATABASE_NAMES;
        const others = await countOthers(database, { program, tables: tablesOf(migrations) });
        const stop =
          others === 0 ? '' : ' Servers, workers or commands of that version use it now: stop all of them first.';
        const text = `The database ${name} has the tables of an earlier version. "lacquer serve" or "lacquer migrate" changes them; make a backup first.${stop}`;
        return [finding('warning', text), ...version, clock];
      }
      await database.transaction(async (trx) => {
        await sql`create table "lacquerCheck" ("id" integer)`.execute(trx);
        await sql`drop table "lacquerCheck"`.execute(trx);
      });
      return [finding('ok', `The database ${name} is empty; the server creates its tables.`), ...version, clock];
    } finally {
      await database.close();
    }
  } catch (error) {
    const known = databaseNotUsable(url, error, DATABASE_NAMES.setting);
    return [
      finding('failed', known?.message ?? `${DATABASE_NAMES.setting}: the database ${name}: ${sentenceOf(error)}`),
    ];
  }
}

export async function checkBlobs({ blobs: location }: Settings): Promise<Finding> {
  if ('folder' in location) return checkFolder({ path: location.folder, setting: 'LACQUER_BLOBS' });
  const name = `The bucket ${location.s3.bucket}`;
  try {
    const blobs = await openBlobStore(location);
    await blobs.close();
    return finding('ok', `${name} can be read and written.`);
  } catch (error) {
    return finding(
      'failed',
      error instanceof NotUsable ? error.message : `LACQUER_BLOBS: ${name}: ${sentenceOf(error)}`,
    );
  }
}

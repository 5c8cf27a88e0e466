/**
 * The lists of the start page. Each reads a few rows by an index and counts only up to a limit.
 *
 *   CountedList, countedList
 *   listFailedJobs, listRefusedPacks, listOwnPacks
 *   readFirstSteps
 */
import { type SqlBool, sql } from 'kysely';
import type { FirstSteps, HomePacks, HomeTrouble } from '../../contract/index.ts';
import type { Database } from '../schema.ts';

export interface CountedList<T> {
  count: number;
  more: boolean;
  newest: T[];
}

const SHOWN = 5;
/** Beyond this count, "more than 100" says enough. */
export const MAX_COUNTED = 100;

/** @param rows newest first; one more than is counted if there are more */
export const countedList = <T>(rows: readonly T[], shown = SHOWN): CountedList<T> => ({
  count: Math.min(rows.length, MAX_COUNTED),
  more: rows.length > MAX_COUNTED,
  newest: rows.slice(0, shown),
});

const instantOf = (time: number): string => new Date(Number(time)).toISOString();
/** A literal, because with a parameter SQLite would not use the partial index of these rows. */
const isRefused = sql<SqlBool>`"packs"."state" = 'refused'`;
/** There is no newer upload of the name. */
const isNewest = sql<SqlBool>`not exists (
  select 1 from "packs" as "newer"
  where "newer"."fileName" = "packs"."fileName" and "newer"."number" > "packs"."number")`;

export async function listFailedJobs(database: Database): Promise<HomeTrouble['failedJobs']> {
  const rows = await database.background
    .selectFrom('jobs')
    .select(['id', 'function', 'stoppedAt'])
    .where('state', '=', 'FAILED')
    .orderBy('number', 'desc')
    .limit(MAX_COUNTED + 1)
    .execute();
  const { newest, ...count } = countedList(rows);
  return {
    ...count,
    newest: newest.map(({ stoppedAt, ...job }) => ({
      ...job,
      stoppedAt: stoppedAt === null ? null : instantOf(stoppedAt),
    })),
  };
}

export async function listRefusedPacks(database: Database): Promise<HomeTrouble['refusedPacks']> {
  const rows = await database.background
    .selectFrom('packs')
    .select(['fileName', 'uploadedBy', 'uploadedAt'])
    .where(isRefused)
    .where(isNewest)
    .orderBy('number', 'desc')
    .limit(MAX_COUNTED + 1)
    .execute();
  const { newest, ...count } = countedList(rows);
  return { ...count, newest: newest.map((row) => ({ ...row, uploadedAt: instantOf(row.uploadedAt) })) };
}

export async function listOwnPacks(database: Database, username: string): Promise<HomePacks> {
  const ofState = async (states: readonly ('received' | 'reading' | 'live' | 'refused')[]) => {
    const rows = await database.background
      .selectFrom('packs')
      .select(['fileName', 'state', 'uploadedAt', 'number'])
      .where('uploadedBy', '=', username)
      .where('state', 'in', states)
      .where(isNewest)
      .orderBy('number', 'desc')
      .limit(MAX_COUNTED + 1)
      .execute();
    const { newest, ...count } = countedList(rows);
    // The texts of problems may be long: read them only for the listed packs.
    const problems = await Promise.all(newest.map(({ number }) => countProblems(database, number)));
    return {
      ...count,
      newest: newest.map(({ fileName, state, uploadedAt }, at) => ({
        fileName,
        state: state as (typeof states)[number],
        uploadedAt: instantOf(uploadedAt),
        problemCount: problems[at] ?? 0,
      })),
    };
  };
  const [refused, reading, live] = await Promise.all([
    ofState(['refused']),
    ofState(['received', 'reading']),
    ofState(['live']),
  ]);
  return { refused, reading, live };
}

async function countProblems(database: Database, number: number): Promise<number> {
  const row = await database.background
    .selectFrom('packs')
    .select('problems')
    .where('number', '=', number)
    .executeTakeFirst();
  return row ? (JSON.parse(row.problems) as unknown[]).length : 0;
}

const STEPS_DONE: FirstSteps = { done: true, configurations: true, metaPack: true, pictures: true, users: true };

/** After the first promotion nobody needs them, and nothing is queried. */
export async function readFirstSteps(database: Database): Promise<FirstSteps> {
  const db = database.background;
  const promoted = await db.selectFrom('promotions').select('key').limit(1).executeTakeFirst();
  if (promoted) return STEPS_DONE;
  const livePack = (kinds: readonly ('meta' | 'image' | 'oneLayer')[]) =>
    db
      .selectFrom('packs')
      .select('id')
      .where('state', '=', 'live')
      .where('kind', 'in', kinds)
      .limit(1)
      .executeTakeFirst();
  const [configuration, metaPack, pictures, users] = await Promise.all([
    db.selectFrom('globalConfigs').select('fileName').limit(1).executeTakeFirst(),
    livePack(['meta']),
    livePack(['image', 'oneLayer']),
    db.selectFrom('users').select('username').limit(2).execute(),
  ]);
  return {
    done: false,
    configurations: configuration !== undefined,
    metaPack: metaPack !== undefined,
    pictures: pictures !== undefined,
    users: users.length > 1,
  };
}

/**
 * Something that is computed for each set of an area and stored with the hash of its inputs. A job computes it again
 * for sets whose content or configuration has changed, and deletes it for sets that have left the area.
 *
 *   Maker, AreaJob
 *   openAreaJob
 */
import { sql } from 'kysely';
import { AREAS, type Area } from '../../contract/index.ts';
import { generationOf } from '../globalConfigs/areaGeneration.ts';
import { ApiError } from '../platform/http/errors.ts';
import { enqueue, type JobContext, lockKey } from '../platform/jobs/jobs.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { Database } from '../schema.ts';
import type { Catalogue } from './catalogue.ts';

const WATCH_INTERVAL_MS = 1_000;

/** Computes it, during one job. */
export interface Maker {
  /** @throws ApiError 404, 409 for a set that is not served: there is nothing to compute until it is */
  look(
    area: Area,
    disId: string,
  ): Promise<{
    /** hash of all inputs */
    readonly contentHash: string;
    /** Computes and stores it. @throws ApiError 404, 409 as above */
    make(): Promise<void>;
  }>;
  end(): Promise<void>;
}

export interface AreaJob<Name extends string> {
  readonly jobs: Readonly<Record<Name, (context: JobContext<{ area: Area }>) => Promise<void>>>;
  /** Requests the job for an area whose generation has changed. @returns stops watching */
  watch(trouble: FailureLog): () => Promise<void>;
}

function ignoreNotServed(error: unknown): undefined {
  if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
}

export function openAreaJob<Name extends string>({
  database,
  catalogue,
  name,
  titleOf,
  table,
  openMaker,
}: {
  database: Database;
  catalogue: Catalogue;
  name: Name;
  /** title of the job in the batch summary */
  titleOf: (area: Area) => string;
  table: 'qualityReports' | 'thumbnails';
  openMaker: (signal: AbortSignal) => Maker;
}): AreaJob<Name> {
  /** The stored value of a set that is no longer served would count as current. */
  const drop = (area: Area, disId: string) =>
    database.transaction((trx) => trx.deleteFrom(table).where('area', '=', area).where('disId', '=', disId).execute());

  async function makeAll({ payload: { area }, signal, progress }: JobContext<{ area: Area }>): Promise<void> {
    const { generation, refs } = await catalogue.refs(area);
    const rows = await database.background
      .selectFrom(table)
      .select(['disId', 'contentHash'])
      .where('area', '=', area)
      .execute();
    const hashes = new Map(rows.map((row) => [row.disId, row.contentHash]));
    const maker = openMaker(signal);
    let done = 0;
    try {
      await eachInTurns(refs, async ({ key: disId }) => {
        signal.throwIfAborted();
        const found = await maker.look(area, disId).catch(ignoreNotServed);
        if (found && hashes.get(disId) !== found.contentHash) await found.make().catch(ignoreNotServed);
        if (!found && hashes.has(disId)) await drop(area, disId);
        done += 1;
        progress((done / refs.length) * 100);
      });
    } finally {
      await maker.end();
    }
    await database.transaction(async (trx) => {
      await sql`
        delete from ${sql.table(table)} where "area" = ${area} and not exists (
          select 1 from "refs"
          where "refs"."area" = ${area} and "refs"."kind" = 'dis' and "refs"."key" = ${sql.ref(`${table}.disId`)})
      `.execute(trx);
      await trx
        .insertInto('areaChecks')
        .values({ job: name, area, generation })
        .onConflict((conflict) => conflict.columns(['job', 'area']).doUpdateSet({ generation }))
        .execute();
    });
  }

  /** Requests the job unless one already waits. */
  async function requestIfDue(area: Area): Promise<void> {
    const [generation, row] = await Promise.all([
      generationOf(database.read, area),
      database.read
        .selectFrom('areaChecks')
        .select('generation')
        .where('job', '=', name)
        .where('area', '=', area)
        .executeTakeFirst(),
    ]);
    if (generation === 0 || Number(row?.generation ?? 0) === generation) return;
    const serialKey = `${name} ${area}`;
    await database.transaction(async (trx) => {
      // If several servers check at the same time, one of them requests the job.
      await lockKey(trx, serialKey);
      const waiting = await trx
        .selectFrom('jobs')
        .select('id')
        .where('name', '=', name)
        .where('subject', '=', area)
        .where('state', 'in', ['CREATED', 'STARTED'])
        .executeTakeFirst();
      if (waiting) return;
      await enqueue(trx, {
        name,
        function: titleOf(area),
        subject: area,
        payload: { area },
        serialKey,
        createdBy: 'system',
      });
    });
  }

  return {
    jobs: { [name]: makeAll } as AreaJob<Name>['jobs'],
    watch(trouble) {
      const round = async (signal: AbortSignal) => {
        for (const area of AREAS) if (!signal.aborted) await requestIfDue(area);
      };
      return repeatEvery(WATCH_INTERVAL_MS, round, trouble);
    },
  };
}

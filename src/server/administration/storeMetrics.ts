/**
 * Metrics of all processes on the database: jobs, packs and log lines.
 *
 *   AddMetric, Values, addStoreMetrics
 *   single              of a metric without labels
 */
import { sql } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import type { Database } from '../schema.ts';

const JOB_STATES = ['CREATED', 'STARTED', 'COMPLETED', 'FAILED'] as const;
const PACK_STATES = ['received', 'reading', 'live', 'refused'] as const;
/** by labels */
export type Values = [Record<string, string>, number][];
export type AddMetric = (
  Kind: typeof Counter | typeof Gauge,
  name: string,
  help: string,
  labelNames: string[],
  values: () => Promise<Values> | Values,
) => void;

export const single = (value: number): Values => [[{}, value]];

export function addStoreMetrics(addMetric: AddMetric, database: Database): void {
  const jobs = () =>
    database.background
      .selectFrom('jobs')
      .select((e) => [
        'name',
        'state',
        e.fn.countAll<number>().as('count'),
        e.fn.sum<number | null>(sql`${sql.ref('stoppedAt')} - ${sql.ref('startedAt')}`).as('milliseconds'),
      ])
      .groupBy(['name', 'state'])
      .execute();
  addMetric(
    Gauge,
    'lacquer_jobs',
    'Jobs by kind and state, of all processes on this database',
    ['job', 'state'],
    async () => {
      const rows = await jobs();
      return [...new Set(rows.map(({ name }) => name))].flatMap((job) =>
        JOB_STATES.map((state): [Record<string, string>, number] => [
          { job, state },
          Number(rows.find((row) => row.name === job && row.state === state)?.count ?? 0),
        ]),
      );
    },
  );
  addMetric(Gauge, 'lacquer_jobs_run_seconds', 'Total run time of ended jobs', ['job', 'state'], async () =>
    (await jobs())
      .filter(({ state }) => state === 'COMPLETED' || state === 'FAILED')
      .map(({ name, state, milliseconds }) => [{ job: name, state }, Number(milliseconds ?? 0) / 1000]),
  );
  addMetric(
    Gauge,
    'lacquer_jobs_oldest_waiting_seconds',
    'How long the oldest queued job has been waiting',
    [],
    async () => {
      const oldest = await database.read
        .selectFrom('jobs')
        .select((e) => e.fn.min<number | null>('createdAt').as('at'))
        .where('state', '=', 'CREATED')
        .executeTakeFirst();
      return single(oldest?.at ? Math.max(0, database.clock.now() - Number(oldest.at)) / 1000 : 0);
    },
  );

  const packs = () =>
    database.background
      .selectFrom('packs')
      .select((e) => ['state', e.fn.countAll<number>().as('count'), e.fn.sum<number>('size').as('bytes')])
      .groupBy('state')
      .execute();
  const byState = async (of: 'count' | 'bytes'): Promise<Values> => {
    const rows = await packs();
    return PACK_STATES.map((state) => [{ state }, Number(rows.find((row) => row.state === state)?.[of] ?? 0)]);
  };
  addMetric(Gauge, 'lacquer_packs', 'Uploaded packs by state', ['state'], () => byState('count'));
  addMetric(Gauge, 'lacquer_packs_bytes', 'Bytes of the uploaded packs by state', ['state'], () => byState('bytes'));
  addMetric(Counter, 'lacquer_log_lines_total', 'Lines ever written, by log', ['log'], async () => {
    const rows = await database.read.selectFrom('logCounts').select(['dynamic', 'lines']).execute();
    return ['general', 'dynamic_image'].map((log, dynamic) => [
      { log },
      Number(rows.find((row) => row.dynamic === dynamic)?.lines ?? 0),
    ]);
  });
}

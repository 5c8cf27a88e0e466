/** The batch summary: every job, newest first; the screen sorts. */
import type { batchJobRoutes } from '../../contract/batchJobs.ts';
import type { Database } from '../platform/database/database.ts';
import type { Serves } from '../serves.ts';

const ROWS = 1000;
const instant = (time: number | null) => (time === null ? null : new Date(time).toISOString());

export const batchJobHandlers = ({ database }: { database: Database }): Serves<typeof batchJobRoutes> => ({
  batchSummary: async () => {
    const rows = await database.read.selectFrom('jobs').selectAll().orderBy('id', 'desc').limit(ROWS).execute();
    return rows.map((row) => ({
      id: row.id,
      jobName: row.name,
      jobStatus: row.state as 'CREATED' | 'STARTED' | 'COMPLETED' | 'FAILED',
      function: row.function,
      createdAt: new Date(row.createdAt).toISOString(),
      startedAt: instant(row.startedAt),
      stoppedAt: instant(row.stoppedAt),
      progress: row.progress,
      failure: row.failure,
    }));
  },
});

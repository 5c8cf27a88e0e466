/**
 * The table of jobs. Times are epoch milliseconds, `payload` is JSON. The migrations of the product create it, with
 * the columns and indexes of testing/jobTable.ts.
 *
 *   JobTables, Job
 */
import type { Generated, Selectable } from 'kysely';

export interface JobTables {
  jobs: {
    /** the order in which they were requested, counted by the database */
    number: Generated<number>;
    id: string;
    name: string;
    function: string;
    subject: string | null;
    state: 'CREATED' | 'STARTED' | 'COMPLETED' | 'FAILED';
    payload: string;
    progress: number | null;
    failure: string | null;
    attempts: number;
    maxAttempts: number;
    notBefore: number;
    leaseOwner: string | null;
    leaseUntil: number | null;
    serialKey: string | null;
    createdAt: number;
    createdBy: string;
    startedAt: number | null;
    stoppedAt: number | null;
  };
}
export type Job = Selectable<JobTables['jobs']>;

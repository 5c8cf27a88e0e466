/**
 * The tables of jobs and of their items. Times are epoch milliseconds, `payload` is JSON. The migrations of the product
 * create them, with the columns and indexes of testing/jobTable.ts.
 *
 *   JobTables, Job, JobItem
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
    /** W3C traceparent of what requested it, where traces are made */
    trace: string | null;
    startedAt: number | null;
    stoppedAt: number | null;
  };
  /** what a job does one after the other (items.ts) */
  jobItems: {
    jobId: string;
    /** from 0 */
    position: number;
    subject: string;
    /** while the item waits, other jobs with this key wait for it */
    serialKey: string;
    state: 'waiting' | 'done' | 'refused' | 'stopped';
    /** sentence: why it was refused, or who stopped it */
    reason: string | null;
  };
}
export type Job = Selectable<JobTables['jobs']>;
export type JobItem = Selectable<JobTables['jobItems']>;

/**
 * The data of events about promotions and roll backs: names, never content. Notes are left out, because they may
 * contain anything.
 *
 *   promotionData, rollbackData
 *   publicReason
 *   shownIn        who sees the events of an area
 */
import type { Area } from '../../contract/index.ts';
import { JobRefused } from '../platform/jobs/jobs.ts';
import type { Job } from '../platform/jobs/table.ts';
import type { PromotionRequest, RollbackRequest } from './requests.ts';

type Mover = Pick<Job, 'id' | 'createdBy'>;

export const promotionData = ({ kind, key, source, target, what }: PromotionRequest, { id, createdBy }: Mover) => ({
  kind,
  key,
  source,
  target,
  what,
  who: createdBy,
  jobId: id,
});

export const rollbackData = ({ kind, key, area, entry }: RollbackRequest, { id, createdBy }: Mover) => ({
  kind,
  key,
  area,
  entry,
  who: createdBy,
  jobId: id,
});

/** Events of Embargo are shown in no other area. */
export const shownIn = (area: Area): { shownIn?: Exclude<Area, 'embargo'> } =>
  area === 'embargo' ? {} : { shownIn: area };

/** Refusals are our own sentences; the text of any other error stays in the log. */
export const publicReason = (error: unknown, reason: string): string =>
  error instanceof JobRefused ? reason : 'Something went wrong on the server.';

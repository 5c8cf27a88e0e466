/**
 * Requests for promotions and roll backs: each is checked, and becomes a job with a line in the journal.
 *
 *   PROMOTE, ROLLBACK      the names of the jobs
 *   PromotionRequest, RollbackRequest
 *   requestPromotion       an area gets what the source area has
 *   requestRollback        an area gets the content that it had after one of its history entries
 *   promotionKey           promotions and roll backs of one key run one after the other
 *   assertDirection        @throws ApiError 400
 *   metadataNeedsSet, notInSource    why something cannot be promoted
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { contentLine } from '../catalogue/contentLine.ts';
import { findRef, type RefKind } from '../catalogue/refs.ts';
import { write } from '../journal/journal.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Database } from '../schema.ts';
import { findRestorableEntry, unknownEntry } from './history.ts';

export const PROMOTE = 'promote';
export const ROLLBACK = 'rollback';

export interface PromotionRequest {
  kind: RefKind;
  key: string;
  source: Area;
  target: Area;
  what: 'all' | 'metadata';
  note?: string | undefined;
}

export interface RollbackRequest {
  kind: RefKind;
  key: string;
  area: Area;
  /** id of an entry of the area's history */
  entry: number;
  note?: string | undefined;
}

interface Known {
  /** false: answer as if the set did not exist, because it is hidden from the caller */
  known: boolean;
}

/** Promoting the meta files alone would make a set without pictures. */
export const metadataNeedsSet = (key: string, target: Area): string =>
  `${key} is not in ${AREA_NAMES[target]}. Promote all of it first.`;

export const notInSource = (key: string, source: Area): string => `${AREA_NAMES[source]} has no ${key}.`;

export const promotionKey = ({ kind, key }: { kind: RefKind; key: string }): string => `promote ${kind} ${key}`;

/** Content moves forward only, and from Pre-Prod only image sets can go on (section 4.4). */
const DIRECTIONS: Readonly<Record<RefKind, readonly string[]>> = {
  dis: ['embargo preprod', 'embargo prod', 'preprod prod'],
  static: ['embargo preprod', 'embargo prod'],
};

export function assertDirection(kind: RefKind, source: Area, target: Area): void {
  if (DIRECTIONS[kind].includes(`${source} ${target}`)) return;
  throw badRequest('no-such-direction', `Nothing is promoted from ${AREA_NAMES[source]} to ${AREA_NAMES[target]}.`);
}

/**
 * @returns the id of the job
 * @throws ApiError 400 for a direction that does not exist, 404 when the source does not have the content, 409 for metadata
 *   of a set that the target does not have
 */
export async function requestPromotion(
  database: Database,
  { known, ...request }: PromotionRequest & Known,
  who: string,
): Promise<string> {
  const { kind, key, source, target, what } = request;
  assertDirection(kind, source, target);
  if (!known || !(await findRef(database.read, source, kind, key))) {
    throw notFound('not-in-source', notInSource(key, source));
  }
  if (what === 'metadata' && !(await findRef(database.read, target, kind, key))) {
    throw conflict('not-in-target', metadataNeedsSet(key, target));
  }
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: PROMOTE,
      function: `Promote ${what === 'metadata' ? 'metadata of ' : ''}${key} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]}`,
      subject: key,
      payload: request,
      serialKey: promotionKey(request),
      createdBy: who,
    });
    await write(trx, {
      status: 'INFO',
      context: 'promotion',
      ...contentLine(request, `promotion of ${what} from ${AREA_NAMES[source]} to ${AREA_NAMES[target]} requested.`),
      who,
    });
    return id;
  });
}

/** @returns the id of the job. @throws ApiError 404 if the history has no such entry, 409 if its content was deleted */
export async function requestRollback(
  database: Database,
  { known, ...request }: RollbackRequest & Known,
  who: string,
): Promise<string> {
  const { kind, key, area, entry } = request;
  if (!known) throw unknownEntry(key, area, entry);
  await findRestorableEntry(database, kind, key, area, entry);
  return database.transaction(async (trx) => {
    const id = await enqueue(trx, {
      name: ROLLBACK,
      function: `Roll ${key} in ${AREA_NAMES[area]} back to entry ${entry}`,
      subject: key,
      payload: request,
      serialKey: promotionKey(request),
      createdBy: who,
    });
    const line = contentLine(request, `roll back of ${AREA_NAMES[area]} to entry ${entry} requested.`);
    await write(trx, { status: 'INFO', context: 'promotion', ...line, who });
    return id;
  });
}

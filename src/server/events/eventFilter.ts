/**
 * Which events a caller may see, and which of their data: what the lists of packs, sets and jobs would show, too.
 *
 *   openEventFilter
 */
import type { EventType, StoreEvent } from '../../contract/index.ts';
import type { Permissions } from '../../engine/permissions.ts';
import type { Caller } from '../handlers.ts';
import type { EventRow } from './eventLog.ts';

export interface VisibleOptions {
  /** Texts as a user with these permissions may read them: with unknown set ids replaced. */
  redactNames: (can: Permissions, texts: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const isOfJob = (type: string): boolean => type.startsWith('job.');
/** As the calls about them: for administrators. */
const isOfConfig = (type: string): boolean => type.startsWith('config.');
const isOfPack = (type: string): boolean => type.startsWith('pack.');

/** Reasons may quote files, so they follow the rule for content: only embargo testers, administrators and the owner read them. */
const withoutReason = ({ reason: _, ...data }: Record<string, unknown>) => data;

export function openEventFilter({ redactNames }: VisibleOptions) {
  /** @returns the events that the caller may see, in order */
  return async (
    rows: readonly EventRow[],
    { username, can }: Pick<Caller, 'username' | 'can'>,
  ): Promise<StoreEvent[]> => {
    const candidates = rows.filter(
      ({ type, shownIn, owner }) =>
        type !== 'begin' &&
        (can.admin || !isOfJob(type) || owner === username) &&
        (can.admin || !isOfConfig(type)) &&
        (shownIn !== null || can.upload || can.embargo),
    );
    const names = await redactNames(can, [...new Set(candidates.map(({ about, data }) => `${about} ${data}`))]);
    return candidates.flatMap(({ id, type, about, data: text, owner, createdAt }) => {
      const whole = `${about} ${text}`;
      const own = owner === username;
      if (names.get(whole) !== whole && !(own && isOfPack(type))) return [];
      const data = JSON.parse(text) as Record<string, unknown>;
      const timestamp = new Date(createdAt).toISOString();
      const shown = can.embargo || own ? data : withoutReason(data);
      return [{ id, type: type as EventType, timestamp, about, data: shown }];
    });
  };
}
export type EventFilter = ReturnType<typeof openEventFilter>;

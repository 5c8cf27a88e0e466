/**
 * Tells webhooks what happened: writes a message for each webhook that wants it, in the transaction of the event itself. So an
 * event and its messages are there together or not at all; sender.ts sends them.
 *
 *   tell, Told
 *   addMessage, RETRY_FOR_MS
 */
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Area, Role, WebhookEvent } from '../../contract/index.ts';
import { permissionsOf } from '../../engine/permissions.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Tables } from '../schema.ts';

export interface Told {
  type: WebhookEvent;
  /** the set, pack or job */
  about: string;
  /** names, dates, states and counts only: never content of sets */
  data: Readonly<Record<string, unknown>>;
  /** the area that shows it; absent: nobody but those who may see Embargo knows of it */
  shownIn?: Exclude<Area, 'embargo'>;
}

/** A message is tried for a day. */
export const RETRY_FOR_MS = 24 * 3600 * 1000;

export async function addMessage(
  trx: Transaction<Tables>,
  webhookIds: readonly string[],
  { type, about, data, shownIn }: Omit<Told, 'type'> & { type: string },
): Promise<void> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow(trx)} as "now"`.execute(trx);
  const now = Number(rows[0]?.now);
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  const messages = webhookIds.map((webhookId) => ({
    id: `msg_${timeOrderedId()}`,
    webhookId,
    type,
    about,
    shownIn: shownIn ?? null,
    body,
    state: 'waiting' as const,
    attempts: 0,
    createdAt: now,
    giveUpAt: now + RETRY_FOR_MS,
    nextAt: now,
    endedAt: null,
    status: null,
    failure: null,
  }));
  await trx.insertInto('webhookMessages').values(messages).execute();
}

/** What whoever made the webhook may not see any more, it is not told either. */
export async function tell(trx: Transaction<Tables>, event: Told): Promise<void> {
  const webhooks = await trx
    .selectFrom('webhooks')
    .innerJoin('users', 'users.username', 'webhooks.createdBy')
    .select(['webhooks.id', 'events', 'embargo', 'roles'])
    .where('enabled', '=', 1)
    .where('users.disabled', '=', 0)
    .execute();
  const told = webhooks.filter(
    ({ events, embargo, roles }) =>
      permissionsOf(JSON.parse(roles) as Role[]).admin &&
      (event.shownIn !== undefined || embargo === 1) &&
      (JSON.parse(events) as string[]).includes(event.type),
  );
  if (told.length === 0) return;
  await addMessage(
    trx,
    told.map(({ id }) => id),
    event,
  );
}

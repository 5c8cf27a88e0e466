/**
 * Publishes events: writes the log of events and a message for each webhook that wants the event, in the transaction of
 * the event itself. So an event and its messages are stored together or not at all; sender.ts sends them.
 *
 *   publish, publishAll
 *   addMessage, RETRY_FOR_MS
 */
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { type Role, WEBHOOK_EVENTS } from '../../contract/index.ts';
import { permissionsOf } from '../../engine/permissions.ts';
import { type NewEvent, recordEvents } from '../events/eventLog.ts';
import { databaseNow } from '../platform/database/clock.ts';
import { timeOrderedId } from '../platform/ids.ts';
import { traceParent } from '../platform/tracing.ts';
import type { Tables } from '../schema.ts';

/** A message is retried for a day. */
export const RETRY_FOR_MS = 24 * 3600 * 1000;

/** messages per statement, because databases limit the number of parameters */
const ROWS_PER_STATEMENT = 100;

interface Addressed {
  readonly webhookIds: readonly string[];
  readonly event: Omit<NewEvent, 'type'> & { readonly type: string };
}

async function addMessages(trx: Transaction<Tables>, addressed: readonly Addressed[]): Promise<void> {
  const { rows } = await sql<{ now: number }>`select ${databaseNow(trx)} as "now"`.execute(trx);
  const now = Number(rows[0]?.now);
  const messages = addressed.flatMap(({ webhookIds, event: { type, about, data, shownIn } }) => {
    const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
    return webhookIds.map((webhookId) => ({
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
      trace: traceParent() ?? null,
    }));
  });
  for (let at = 0; at < messages.length; at += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('webhookMessages')
      .values(messages.slice(at, at + ROWS_PER_STATEMENT))
      .execute();
  }
}

export const addMessage = (
  trx: Transaction<Tables>,
  webhookIds: readonly string[],
  event: Addressed['event'],
): Promise<void> => addMessages(trx, [{ webhookIds, event }]);

/** A webhook gets only what its creator may still see. */
export async function publishAll(trx: Transaction<Tables>, events: readonly NewEvent[]): Promise<void> {
  await recordEvents(trx, events);
  const forWebhooks = events.filter(({ type }) => (WEBHOOK_EVENTS as readonly string[]).includes(type));
  if (forWebhooks.length === 0) return;
  const rows = await trx
    .selectFrom('webhooks')
    .innerJoin('users', 'users.username', 'webhooks.createdBy')
    .select(['webhooks.id', 'events', 'embargo', 'roles'])
    .where('enabled', '=', 1)
    .where('users.disabled', '=', 0)
    .execute();
  const webhooks = rows
    .filter(({ roles }) => permissionsOf(JSON.parse(roles) as Role[]).admin)
    .map(({ id, events: wanted, embargo }) => ({ id, embargo: embargo === 1, wanted: JSON.parse(wanted) as string[] }));
  const addressed = forWebhooks.map((event) => ({
    event,
    webhookIds: webhooks
      .filter(({ embargo, wanted }) => (event.shownIn !== undefined || embargo) && wanted.includes(event.type))
      .map(({ id }) => id),
  }));
  if (addressed.some(({ webhookIds }) => webhookIds.length > 0)) await addMessages(trx, addressed);
}

export const publish = (trx: Transaction<Tables>, event: NewEvent): Promise<void> => publishAll(trx, [event]);

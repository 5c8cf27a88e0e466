/**
 * The webhooks and their log, as administrators see and change them.
 *
 *   listWebhooks, makeWebhook, changeWebhook, deleteWebhook, testWebhook
 *   listMessages, sendAgain
 */
import type { Transaction } from 'kysely';
import type { Webhook, WebhookEvent, WebhookMessage } from '../../contract/index.ts';
import { write } from '../journal/journal.ts';
import { lockName } from '../platform/database/dialect.ts';
import { badRequest, conflict, notFound } from '../platform/http/errors.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { Database, Tables } from '../schema.ts';
import { makeSigningSecret } from './post.ts';
import { addMessage, RETRY_FOR_MS } from './publish.ts';
import { NotAllowed, type Targets } from './targets.ts';

const MAX_WEBHOOKS = 50;
const MESSAGES_LISTED = 200;

const instant = (time: number | null): string | null => (time === null ? null : new Date(Number(time)).toISOString());
const unknownWebhook = () => notFound('unknown-webhook', 'There is no such webhook. It may have been deleted.');

async function log(trx: Transaction<Tables>, message: string, who: string): Promise<void> {
  await write(trx, { status: 'INFO', context: 'webhooks', message, who });
}

export async function listWebhooks(database: Database): Promise<Webhook[]> {
  const rows = await database.read.selectFrom('webhooks').selectAll().orderBy('createdAt').orderBy('id').execute();
  return Promise.all(
    rows.map(async ({ id, url, events, embargo, enabled, createdBy, createdAt }) => {
      const messages = () => database.read.selectFrom('webhookMessages').where('webhookId', '=', id);
      const waiting = await messages()
        .select((e) => e.fn.countAll().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      const last = await messages()
        .select(['state', 'endedAt', 'failure'])
        .where('state', 'in', ['delivered', 'failed'])
        .orderBy('endedAt', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        id,
        url,
        events: JSON.parse(events) as WebhookEvent[],
        embargo: embargo === 1,
        enabled: enabled === 1,
        createdBy,
        createdAt: instant(createdAt) ?? '',
        waiting: Number(waiting?.count ?? 0),
        last: last
          ? {
              state: last.state === 'delivered' ? ('delivered' as const) : ('failed' as const),
              at: instant(last.endedAt) ?? '',
              failure: last.failure,
            }
          : null,
      };
    }),
  );
}

/**
 * @returns the secret, shown once.
 * @throws ApiError 400 for an address that may not be called, 409 if there are too many webhooks
 */
export async function makeWebhook(
  { database, targets }: { database: Database; targets: Targets },
  { url, events, embargo }: { url: string; events: readonly WebhookEvent[]; embargo: boolean },
  who: string,
): Promise<{ id: string; secret: string }> {
  try {
    targets.check(url);
  } catch (error) {
    if (error instanceof NotAllowed) throw badRequest('webhook-address', `${url}: ${error.message}`);
    throw error;
  }
  const [id, secret] = [timeOrderedId(), makeSigningSecret()];
  await database.transaction(async (trx) => {
    await lockName(trx, 'webhooks');
    const { count } = await trx
      .selectFrom('webhooks')
      .select((e) => e.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_WEBHOOKS) {
      throw conflict('too-many-webhooks', `There are already ${MAX_WEBHOOKS} webhooks. Delete one first.`);
    }
    await trx
      .insertInto('webhooks')
      .values({
        id,
        url,
        secret,
        events: JSON.stringify([...new Set(events)]),
        embargo: embargo ? 1 : 0,
        enabled: 1,
        createdBy: who,
        createdAt: database.clock.now(),
      })
      .execute();
    const what = embargo ? 'It includes Embargo.' : 'It excludes Embargo.';
    await log(trx, `Webhook at ${URL.parse(url)?.host} made. ${what}`, who);
  });
  return { id, secret };
}

/** @throws ApiError 404 */
export async function changeWebhook(
  database: Database,
  id: string,
  { events, embargo, enabled }: { events: readonly WebhookEvent[]; embargo: boolean; enabled: boolean },
  who: string,
): Promise<void> {
  await database.transaction(async (trx) => {
    const row = await trx
      .updateTable('webhooks')
      .set({ events: JSON.stringify([...new Set(events)]), embargo: embargo ? 1 : 0, enabled: enabled ? 1 : 0 })
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst();
    if (!row) throw unknownWebhook();
    const words = [enabled ? 'switched on' : 'switched off', embargo ? 'including Embargo' : 'excluding Embargo'];
    await log(trx, `Webhook at ${URL.parse(row.url)?.host} changed: ${words.join(', ')}, ${events.join(', ')}.`, who);
  });
}

/** @throws ApiError 404 */
export async function deleteWebhook(database: Database, id: string, who: string): Promise<void> {
  await database.transaction(async (trx) => {
    const row = await trx.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst();
    if (!row) throw unknownWebhook();
    await trx.deleteFrom('webhookMessages').where('webhookId', '=', id).execute();
    await log(trx, `Webhook at ${URL.parse(row.url)?.host} deleted.`, who);
  });
}

/** @throws ApiError 404, 409 */
async function assertSends(trx: Transaction<Tables>, id: string): Promise<void> {
  const row = await trx.selectFrom('webhooks').select('enabled').where('id', '=', id).executeTakeFirst();
  if (!row) throw unknownWebhook();
  if (row.enabled === 0) throw conflict('webhook-off', 'The webhook is switched off. Switch it on first.');
}

/** @throws ApiError 404; 409 for a webhook that is switched off */
export async function testWebhook(database: Database, id: string, who: string): Promise<void> {
  await database.transaction(async (trx) => {
    await assertSends(trx, id);
    await addMessage(trx, [id], { type: 'webhook.test', about: 'test', data: { sentBy: who } });
  });
}

/** @throws ApiError 404 */
export async function listMessages(database: Database, id: string): Promise<WebhookMessage[]> {
  const known = await database.read.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw unknownWebhook();
  const rows = await database.read
    .selectFrom('webhookMessages')
    .select(['id', 'type', 'about', 'createdAt', 'state', 'attempts', 'nextAt', 'endedAt', 'status', 'failure'])
    .where('webhookId', '=', id)
    .orderBy('number', 'desc')
    .limit(MESSAGES_LISTED)
    .execute();
  return rows.map(({ createdAt, nextAt, endedAt, ...row }) => ({
    ...row,
    createdAt: instant(createdAt) ?? '',
    nextAt: instant(nextAt),
    endedAt: instant(endedAt),
  }));
}

/** @throws ApiError 404; 409 for a webhook that is switched off */
export async function sendAgain(database: Database, id: string, messageId: string, who: string): Promise<void> {
  await database.transaction(async (trx) => {
    await assertSends(trx, id);
    const now = database.clock.now();
    const row = await trx
      .updateTable('webhookMessages')
      .set({ state: 'waiting', nextAt: now, giveUpAt: now + RETRY_FOR_MS, endedAt: null })
      .where('id', '=', messageId)
      .where('webhookId', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw notFound('unknown-message', 'There is no such message. The log keeps only the newest ones.');
    await log(trx, `Message ${messageId} of a webhook is sent again.`, who);
  });
}

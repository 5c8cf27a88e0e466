/**
 * The messages that wait to be sent. Any number of processes may send: each claims a message by moving its next attempt
 * into the future, so if a process dies, another one sends the message later.
 *
 *   openMessageQueue
 *   ClaimedMessage, QueueTimes
 */
import type { Selectable } from 'kysely';
import { write } from '../journal/journal.ts';
import type { Database, Tables } from '../schema.ts';
import type { Outcome } from './post.ts';

export interface QueueTimes {
  /** pauses between attempts; the last one repeats until the day is over */
  readonly pausesMs: readonly number[];
  /** after this time, another process may claim the message */
  readonly leaseMs: number;
}

const DAY_MS = 24 * 60 * 60_000;

type Message = Selectable<Tables['webhookMessages']>;
export interface ClaimedMessage
  extends Pick<Message, 'number' | 'id' | 'body' | 'about' | 'shownIn' | 'attempts' | 'giveUpAt' | 'type' | 'trace'> {
  webhookId: string;
  url: string;
  secret: string;
  embargo: number;
  roles: string;
  creatorDisabled: number;
}

export function openMessageQueue(database: Database, times: QueueTimes) {
  /** Webhooks that have a message to send now. */
  async function dueWebhooks(): Promise<string[]> {
    const rows = await database.read
      .selectFrom('webhookMessages')
      .innerJoin('webhooks', 'webhooks.id', 'webhookId')
      .select('webhookId')
      .distinct()
      .where('state', '=', 'waiting')
      .where('nextAt', '<=', database.clock.now())
      .where('enabled', '=', 1)
      .execute();
    return rows.map(({ webhookId }) => webhookId);
  }

  async function claim(webhookId: string): Promise<ClaimedMessage | undefined> {
    const now = database.clock.now();
    const due = await database.read
      .selectFrom('webhookMessages')
      .innerJoin('webhooks', 'webhooks.id', 'webhookId')
      .leftJoin('users', 'users.username', 'webhooks.createdBy')
      .select(['number', 'webhookMessages.id', 'body', 'about', 'shownIn', 'attempts', 'giveUpAt', 'type', 'trace'])
      .select(['webhookId', 'url', 'secret', 'embargo', 'users.roles', 'users.disabled as creatorDisabled'])
      .where('webhookId', '=', webhookId)
      .where('enabled', '=', 1)
      .where('state', '=', 'waiting')
      .where('nextAt', '<=', now)
      .orderBy('nextAt')
      .orderBy('number')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const claimed = await database.transaction((trx) =>
      trx
        .updateTable('webhookMessages')
        .set({ attempts: due.attempts + 1, nextAt: now + times.leaseMs })
        .where('number', '=', due.number)
        .where('state', '=', 'waiting')
        .where('attempts', '=', due.attempts)
        .executeTakeFirst(),
    );
    // Another process was faster.
    if (claimed.numUpdatedRows === 0n) return undefined;
    return {
      ...due,
      attempts: due.attempts + 1,
      giveUpAt: Number(due.giveUpAt),
      roles: due.roles ?? '[]',
      creatorDisabled: due.creatorDisabled ?? 1,
    };
  }

  /** Ends the message, or plans its next attempt. @param final there is no further attempt */
  async function record(message: ClaimedMessage, outcome: Outcome, final: boolean): Promise<void> {
    const now = database.clock.now();
    const { delivered, status, failure, isGone } = outcome;
    const over = final || now >= message.giveUpAt;
    const pause = times.pausesMs[Math.min(message.attempts, times.pausesMs.length) - 1] ?? DAY_MS;
    await database.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('webhookMessages')
        .set({
          status,
          failure,
          ...(delivered || over
            ? { state: delivered ? ('delivered' as const) : ('failed' as const), nextAt: null, endedAt: now }
            : // The last attempt is at the end of the day.
              { nextAt: Math.min(now + pause, message.giveUpAt) }),
        })
        .where('number', '=', message.number)
        .where('state', '=', 'waiting')
        .where('attempts', '=', message.attempts)
        .executeTakeFirst();
      if (numUpdatedRows === 0n || delivered) return;
      const line = { status: 'WARN', context: 'webhooks', who: 'system' } as const;
      const target = URL.parse(message.url)?.host ?? '';
      if (isGone) {
        await trx.updateTable('webhooks').set({ enabled: 0 }).where('id', '=', message.webhookId).execute();
        await write(trx, {
          ...line,
          message: `The webhook at ${target} answered 410 Gone. It was switched off.`,
        });
      } else if (over) {
        await write(trx, { ...line, message: `Message ${message.id} to ${target} was given up. ${failure ?? ''}` });
      }
    });
  }

  return { dueWebhooks, claim, record };
}

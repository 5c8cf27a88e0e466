/**
 * Sends the messages of webhooks. Any number of processes may send: each claims a message by moving its next attempt
 * into the future, so if a process dies, another one sends the message later. A message is sent at least once; its id
 * stays the same.
 *
 *   openSender
 *   SenderTimes
 */
import type { Selectable } from 'kysely';
import type { Area, Role } from '../../contract/index.ts';
import { permissionsOf } from '../../engine/permissions.ts';
import { trimEvents } from '../events/eventLog.ts';
import { write } from '../journal/journal.ts';
import type { Trouble } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import { tracedAs } from '../platform/tracing.ts';
import type { Database, Tables } from '../schema.ts';
import { type Outcome, post } from './post.ts';
import type { Targets } from './targets.ts';

export interface SenderTimes {
  /** how often a process looks for messages */
  readonly pollMs: number;
  /** pauses between attempts; the last one repeats until the day is over */
  readonly pausesMs: readonly number[];
  /** after this time, another process may claim the message */
  readonly leaseMs: number;
  /** how long to wait for an answer */
  readonly answerMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TIMES: SenderTimes = {
  pollMs: 1000,
  pausesMs: [5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
  leaseMs: MINUTE_MS,
  answerMs: 15_000,
};
/** How many ended messages the log of a webhook keeps, and for how long. */
const RETENTION = { messages: 1000, ms: 30 * DAY_MS };
const TRIM_INTERVAL_MS = 10 * MINUTE_MS;
/** Limits concurrent messages, so that slow receivers are not flooded. */
const AT_ONCE = 20;

type Message = Selectable<Tables['webhookMessages']>;
interface Claimed
  extends Pick<Message, 'number' | 'id' | 'body' | 'about' | 'shownIn' | 'attempts' | 'giveUpAt' | 'type' | 'trace'> {
  webhookId: string;
  url: string;
  secret: string;
  embargo: number;
  roles: string;
  makerDisabled: number;
}

export interface SenderOptions {
  database: Database;
  targets: Targets;
  /** whether the area currently hides the set from everybody except administrators */
  hides: (area: Area, disId: string) => Promise<boolean>;
  times?: Partial<SenderTimes>;
}

export function openSender({ database, targets, hides, times: given }: SenderOptions) {
  const times = { ...TIMES, ...given };
  /** webhooks that this process is sending to: one message of each at a time */
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  let trimmedAt = Number.NEGATIVE_INFINITY;
  let trouble: Trouble | undefined;

  const dueWebhooks = async (now: number): Promise<string[]> => {
    const rows = await database.read
      .selectFrom('webhookMessages')
      .innerJoin('webhooks', 'webhooks.id', 'webhookId')
      .select('webhookId')
      .distinct()
      .where('state', '=', 'waiting')
      .where('nextAt', '<=', now)
      .where('enabled', '=', 1)
      .execute();
    return rows.map(({ webhookId }) => webhookId);
  };

  async function claim(webhookId: string): Promise<Claimed | undefined> {
    const now = database.clock.now();
    const due = await database.read
      .selectFrom('webhookMessages')
      .innerJoin('webhooks', 'webhooks.id', 'webhookId')
      .leftJoin('users', 'users.username', 'webhooks.createdBy')
      .select(['number', 'webhookMessages.id', 'body', 'about', 'shownIn', 'attempts', 'giveUpAt', 'type', 'trace'])
      .select(['webhookId', 'url', 'secret', 'embargo', 'users.roles', 'users.disabled as makerDisabled'])
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
      makerDisabled: due.makerDisabled ?? 1,
    };
  }

  /** Why a waiting message must no longer be sent; undefined: it may be sent. */
  async function withheld({
    roles,
    makerDisabled,
    embargo,
    shownIn,
    about,
    body,
  }: Claimed): Promise<string | undefined> {
    if (makerDisabled === 1 || !permissionsOf(JSON.parse(roles) as Role[]).admin) {
      return 'The creator of the webhook is no longer an administrator. Create a new one.';
    }
    if (embargo === 1 || shownIn === null) return undefined;
    const { data } = JSON.parse(body) as { data: { from?: unknown } };
    const named = typeof data.from === 'string' ? [about, data.from] : [about];
    const hidden = await Promise.all(named.map((disId) => hides(shownIn as Area, disId)));
    return hidden.includes(true)
      ? 'The set is hidden, and this webhook gets no messages about hidden sets.'
      : undefined;
  }

  async function record(message: Claimed, outcome: Outcome, final: boolean): Promise<void> {
    const now = database.clock.now();
    const { delivered, status, failure, gone } = outcome;
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
      if (gone) {
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

  function send(message: Claimed): Promise<Outcome> {
    const attributes = { 'messaging.message.id': message.id, 'messaging.attempt': message.attempts };
    const span = { kind: 'client', parent: message.trace ?? undefined, attributes } as const;
    return tracedAs(`webhook ${message.type}`, span, () =>
      post(targets, { ...message, now: database.clock.now(), timeoutMs: times.answerMs }),
    );
  }

  async function sendAll(webhookId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const message = await claim(webhookId);
      if (!message) return;
      const reason = await withheld(message);
      const outcome: Outcome =
        reason === undefined ? await send(message) : { delivered: false, status: null, failure: reason, gone: false };
      await record(message, outcome, reason !== undefined || outcome.gone);
      if (outcome.gone) return;
    }
  }

  async function trim(): Promise<void> {
    const now = database.clock.now();
    const webhooks = await database.read.selectFrom('webhooks').select('id').execute();
    await database.transaction((trx) =>
      trx
        .deleteFrom('webhookMessages')
        .where((e) =>
          e.or([
            e.and([e('state', '<>', 'waiting'), e('createdAt', '<', now - RETENTION.ms)]),
            e('webhookId', 'not in', e.selectFrom('webhooks').select('id')),
          ]),
        )
        .execute(),
    );
    for (const { id } of webhooks) {
      const oldest = await database.read
        .selectFrom('webhookMessages')
        .select('number')
        .where('webhookId', '=', id)
        .orderBy('number', 'desc')
        .offset(RETENTION.messages)
        .limit(1)
        .executeTakeFirst();
      if (!oldest) continue;
      await database.transaction((trx) =>
        trx
          .deleteFrom('webhookMessages')
          .where('webhookId', '=', id)
          .where('state', '<>', 'waiting')
          .where('number', '<=', oldest.number)
          .execute(),
      );
    }
  }

  async function round(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    if (started - trimmedAt >= TRIM_INTERVAL_MS) {
      trimmedAt = started;
      await trim();
      await trimEvents(database);
    }
    for (const id of await dueWebhooks(database.clock.now())) {
      if (busy.has(id) || busy.size >= AT_ONCE) continue;
      busy.add(id);
      const sending = sendAll(id, signal)
        // Its lease expires, and then it is tried again.
        .catch((error: unknown) => trouble?.failed(error))
        .finally(() => {
          busy.delete(id);
          running.delete(sending);
        });
      running.add(sending);
    }
  }

  return {
    /** @returns stops polling and waits for messages that are being sent */
    watch(report: Trouble): () => Promise<void> {
      trouble = report;
      const end = repeatEvery(times.pollMs, round, report);
      return async () => {
        await end();
        await Promise.allSettled(running);
      };
    },
  };
}

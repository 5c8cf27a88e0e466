/**
 * Sends the messages of webhooks, in every process that runs jobs. A message is sent at least once; its id stays the same.
 *
 *   openSender
 *   SenderTimes
 */
import type { Area, Role } from '../../contract/index.ts';
import { permissionsOf } from '../../engine/permissions.ts';
import { trimEvents } from '../events/eventLog.ts';
import type { FailureLog } from '../platform/log.ts';
import { repeatEvery } from '../platform/repeat.ts';
import { withRootSpan } from '../platform/tracing.ts';
import type { Database } from '../schema.ts';
import { type ClaimedMessage, openMessageQueue, type QueueTimes } from './messageQueue.ts';
import { type Outcome, post } from './post.ts';
import { trimMessages } from './retention.ts';
import type { Targets } from './targets.ts';

export interface SenderTimes extends QueueTimes {
  /** how often a process looks for messages */
  readonly pollMs: number;
  /** how long to wait for an answer */
  readonly answerMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TIMES: SenderTimes = {
  pollMs: 1000,
  pausesMs: [5000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS],
  leaseMs: MINUTE_MS,
  answerMs: 15_000,
};
const TRIM_INTERVAL_MS = 10 * MINUTE_MS;
/** Limits concurrent messages, so that slow receivers are not flooded. */
const CONCURRENCY = 20;

export interface SenderOptions {
  database: Database;
  targets: Targets;
  /** whether the area currently hides the set from everybody except administrators */
  hides: (area: Area, disId: string) => Promise<boolean>;
  times?: Partial<SenderTimes>;
}

export function openSender({ database, targets, hides, times: given }: SenderOptions) {
  const times = { ...TIMES, ...given };
  const queue = openMessageQueue(database, times);
  /** webhooks that this process is sending to: one message of each at a time */
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  let trimmedAt = Number.NEGATIVE_INFINITY;
  let trouble: FailureLog | undefined;

  /** Why a waiting message must no longer be sent; undefined: it may be sent. */
  async function withheld({
    roles,
    creatorDisabled,
    embargo,
    shownIn,
    about,
    body,
  }: ClaimedMessage): Promise<string | undefined> {
    if (creatorDisabled === 1 || !permissionsOf(JSON.parse(roles) as Role[]).admin) {
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

  function send(message: ClaimedMessage): Promise<Outcome> {
    const attributes = { 'messaging.message.id': message.id, 'messaging.attempt': message.attempts };
    const span = { kind: 'client', parent: message.trace ?? undefined, attributes } as const;
    return withRootSpan(`webhook ${message.type}`, span, () =>
      post(targets, { ...message, now: database.clock.now(), timeoutMs: times.answerMs }),
    );
  }

  async function sendAll(webhookId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const message = await queue.claim(webhookId);
      if (!message) return;
      const reason = await withheld(message);
      const outcome: Outcome =
        reason === undefined ? await send(message) : { delivered: false, status: null, failure: reason, isGone: false };
      await queue.record(message, outcome, reason !== undefined || outcome.isGone);
      if (outcome.isGone) return;
    }
  }

  async function round(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    if (started - trimmedAt >= TRIM_INTERVAL_MS) {
      trimmedAt = started;
      await trimMessages(database);
      await trimEvents(database);
    }
    for (const id of await queue.dueWebhooks()) {
      if (busy.has(id) || busy.size >= CONCURRENCY) continue;
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
    watch(report: FailureLog): () => Promise<void> {
      trouble = report;
      const end = repeatEvery(times.pollMs, round, report);
      return async () => {
        await end();
        await Promise.allSettled(running);
      };
    },
  };
}

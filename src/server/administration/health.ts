/**
 * Whether this process can do its work, for load balancers and monitoring: it needs no sign-in, so it names no path and no host.
 *
 *   Check, Health
 *   openHealth
 */
import type { HealthAnswer } from '../../contract/administration.ts';
import { isFull } from '../platform/disk.ts';
import { unavailable } from '../platform/http/errors.ts';

export interface Check {
  /** what fails, as a sentence for whoever watches */
  readonly sentence: string;
  /** @throws when it cannot be used; an error of a full disk means that reading goes on */
  run(): Promise<unknown>;
  /** Only changes need it: while it fails, reading goes on. */
  readonly forChanges?: true;
}

export interface Health {
  /** @throws ApiError 503 when calls cannot be answered */
  ready(): Promise<HealthAnswer>;
  /** @throws ApiError 503 also when nothing can be stored */
  writable(): Promise<HealthAnswer>;
  /** From now on the process is not ready: it ends. */
  end(): void;
}

interface Found {
  readonly broken: readonly string[];
  /** why nothing can be stored, although reading goes on */
  readonly limited: readonly string[];
}

const TIMEOUT_MS = 5_000;
/** Anybody may ask, so what was found counts for a moment. */
const VALID_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;
const FULL = 'The disk is full: what is there can be read, nothing can be uploaded or changed.';

async function withinTime(check: Check): Promise<void> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    await Promise.race([check.run(), timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

export interface HealthOptions {
  /** Told once when a check begins to fail: whoever watches asks every few seconds. */
  readonly log: (error: unknown, sentence: string) => void;
  /** what somebody should mend although everything works */
  readonly remark?: () => string | undefined;
}

export function openHealth(checks: readonly Check[], { log, remark }: HealthOptions): Health {
  const failing = new Set<string>();
  let ended = false;
  let last: { readonly found: Promise<Found>; readonly until: number } | undefined;

  async function look(): Promise<Found> {
    const results = await Promise.allSettled(checks.map(withinTime));
    const failed = checks.flatMap((check, i) => {
      const result = results[i];
      return result?.status === 'rejected' ? [{ check, reason: result.reason as unknown }] : [];
    });
    const broken = failed.filter(({ check, reason }) => !check.forChanges && !isFull(reason));
    // If reading fails as well, report that.
    const limited = broken.length > 0 ? [] : failed;
    const told = [...broken, ...limited];
    for (const { check, reason } of told) if (!failing.has(check.sentence)) log(reason, check.sentence);
    failing.clear();
    for (const { check } of told) failing.add(check.sentence);
    return {
      broken: broken.map(({ check }) => check.sentence),
      limited: [...new Set(limited.map(({ check, reason }) => (isFull(reason) ? FULL : check.sentence)))],
    };
  }

  async function found(): Promise<Found> {
    const now = performance.now();
    if (last === undefined || now >= last.until) last = { found: look(), until: now + VALID_MS };
    return last.found;
  }

  function answer({ limited }: Found): HealthAnswer {
    const problems = [...limited, remark?.()].filter((sentence) => sentence !== undefined);
    return { status: limited.length > 0 ? 'limited' : 'ok', ...(problems.length > 0 && { problems }) };
  }
  const refuse = (code: string, problems: readonly string[]) =>
    unavailable(code, problems.join(' '), { retryAfter: RETRY_AFTER_SECONDS });

  async function ready(): Promise<Found> {
    if (ended) throw refuse('stopping', ['This process ends.']);
    const state = await found();
    if (state.broken.length > 0) throw refuse('not-ready', state.broken);
    return state;
  }

  return {
    ready: async () => answer(await ready()),
    async writable() {
      const state = await ready();
      if (state.limited.length > 0) throw refuse('not-writable', state.limited);
      return answer(state);
    },
    end() {
      ended = true;
    },
  };
}

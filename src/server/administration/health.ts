/**
 * Whether this process can do its work, for load balancers and monitoring: no sign-in, so no path and no host stands in it.
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
  readonly full: readonly string[];
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
    const broken: string[] = [];
    let full = false;
    for (const [i, { sentence }] of checks.entries()) {
      const result = results[i];
      if (result?.status !== 'rejected') {
        failing.delete(sentence);
        continue;
      }
      if (!failing.has(sentence)) log(result.reason, sentence);
      failing.add(sentence);
      if (isFull(result.reason)) full = true;
      else broken.push(sentence);
    }
    return { broken, full: full ? [FULL] : [] };
  }

  async function found(): Promise<Found> {
    const now = performance.now();
    if (last === undefined || now >= last.until) last = { found: look(), until: now + VALID_MS };
    return last.found;
  }

  function answer({ full }: Found): HealthAnswer {
    const problems = [...full, remark?.()].filter((sentence) => sentence !== undefined);
    return { status: full.length > 0 ? 'limited' : 'ok', ...(problems.length > 0 && { problems }) };
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
      if (state.full.length > 0) throw refuse('not-writable', state.full);
      return answer(state);
    },
    end() {
      ended = true;
    },
  };
}

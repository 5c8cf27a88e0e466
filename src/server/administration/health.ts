/**
 * Whether this process can serve calls, for load balancers and monitoring. Anybody may ask, so answers contain neither
 * paths nor host names.
 *
 *   Check, Health
 *   openHealth
 */
import type { HealthAnswer } from '../../contract/administration.ts';
import { isFull } from '../platform/disk.ts';
import { unavailable } from '../platform/http/errors.ts';

export interface Check {
  /** what fails, as a sentence for operators */
  readonly sentence: string;
  /** @throws if it fails; if the error is a full disk, reading still works */
  run(): Promise<unknown>;
  /** Only changes need it; reading works without it. */
  readonly forChanges?: true;
}

export interface Health {
  /** @throws ApiError 503 if calls cannot be answered */
  ready(): Promise<HealthAnswer>;
  /** @throws ApiError 503 also if nothing can be stored */
  writable(): Promise<HealthAnswer>;
  /** Reports the process as not ready from now on, because it is about to exit. */
  end(): void;
}

interface CheckResult {
  readonly broken: readonly string[];
  /** why nothing can be stored although reading works */
  readonly limited: readonly string[];
}

const TIMEOUT_MS = 5_000;
/** Anybody may ask, so a result is reused for a moment. */
const RESULT_VALID_MS = 1_000;
const RETRY_AFTER_SECONDS = 5;
const DISK_FULL_TEXT = 'The disk is full: existing content can be read, but nothing can be uploaded or changed.';

async function runWithTimeout(check: Check): Promise<void> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    await Promise.race([check.run(), timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

export interface HealthOptions {
  /** Called once when a check begins to fail, because monitoring asks every few seconds. */
  readonly log: (error: unknown, sentence: string) => void;
  /** a warning about something that should be fixed although everything works */
  readonly warning?: () => string | undefined;
}

export function openHealth(checks: readonly Check[], { log, warning }: HealthOptions): Health {
  const failing = new Set<string>();
  let ended = false;
  let last: { readonly result: Promise<CheckResult>; readonly until: number } | undefined;

  async function runChecks(): Promise<CheckResult> {
    const results = await Promise.allSettled(checks.map(runWithTimeout));
    const failed = checks.flatMap((check, i) => {
      const result = results[i];
      return result?.status === 'rejected' ? [{ check, reason: result.reason as unknown }] : [];
    });
    const broken = failed.filter(({ check, reason }) => !check.forChanges && !isFull(reason));
    // If reading fails as well, report that.
    const limited = broken.length > 0 ? [] : failed;
    const reported = [...broken, ...limited];
    for (const { check, reason } of reported) if (!failing.has(check.sentence)) log(reason, check.sentence);
    failing.clear();
    for (const { check } of reported) failing.add(check.sentence);
    return {
      broken: broken.map(({ check }) => check.sentence),
      limited: [...new Set(limited.map(({ check, reason }) => (isFull(reason) ? DISK_FULL_TEXT : check.sentence)))],
    };
  }

  async function latestResult(): Promise<CheckResult> {
    const now = performance.now();
    if (last === undefined || now >= last.until) last = { result: runChecks(), until: now + RESULT_VALID_MS };
    return last.result;
  }

  function answer({ limited }: CheckResult): HealthAnswer {
    const problems = [...limited, warning?.()].filter((sentence) => sentence !== undefined);
    return { status: limited.length > 0 ? 'limited' : 'ok', ...(problems.length > 0 && { problems }) };
  }
  const refuse = (code: string, problems: readonly string[]) =>
    unavailable(code, problems.join(' '), { retryAfter: RETRY_AFTER_SECONDS });

  async function ready(): Promise<CheckResult> {
    if (ended) throw refuse('stopping', ['This process is about to exit.']);
    const state = await latestResult();
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

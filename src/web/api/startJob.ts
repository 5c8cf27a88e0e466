/**
 * Calls that start jobs. Whoever presses again because the answer was lost sends the key of the first press, so that the
 * server starts one job.
 *
 *   startJob
 */
import { ApiFailure, isInProgress } from '../../contract/index.ts';
import { type Api, api } from './api.ts';

type Starting = 'promote' | 'promoteMany' | 'promoteMetadata' | 'promoteStatic' | 'reprocess' | 'retryJob';
type RollingBack = 'rollbackSet' | 'rollbackStatic';
type Arguments<N extends Starting | RollingBack> = Omit<NonNullable<Parameters<Api[N]>[0]>, 'key'>;

/** Whoever presses the same later than this means another job. */
const SAME_PRESS_MS = 2 * 60_000;
/** until a call is sent again whose first try is still being made */
const PAUSE_MS = 1000;

const unanswered = new Map<string, { key: string; until: number }>();

function keyOf(press: string): string {
  const before = unanswered.get(press);
  if (before && before.until > performance.now()) return before.key;
  // Pages without https have no crypto.randomUUID.
  return crypto.getRandomValues(new Uint8Array(16)).join('-');
}

/** Nobody knows whether the server made the call. */
const isLost = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500 || isInProgress(error);

/** @throws ApiFailure */
export async function startJob<N extends Starting | RollingBack>(
  name: N,
  args: Arguments<N>,
): Promise<Awaited<ReturnType<Api[N]>>> {
  const press = JSON.stringify([name, args]);
  const key = keyOf(press);
  const call = api()[name] as (args: object) => ReturnType<Api[N]>;
  for (;;) {
    try {
      const answer = await call({ ...args, key });
      // The same press after another one is meant as a new one.
      unanswered.clear();
      return answer;
    } catch (error) {
      if (isLost(error)) unanswered.set(press, { key, until: performance.now() + SAME_PRESS_MS });
      else unanswered.clear();
      if (!(error instanceof ApiFailure && isInProgress(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

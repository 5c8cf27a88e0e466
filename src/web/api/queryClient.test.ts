/** Which reads are repeated silently: those whose connection broke, once. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../contract/index.ts';
import { queryClient } from './queryClient.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** @param failures of the calls, one after the other; the next call succeeds */
async function load(...failures: Error[]): Promise<{ result: unknown; calls: number }> {
  let calls = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['read'],
    queryFn: () => {
      calls += 1;
      const failure = failures.shift();
      if (failure) throw failure;
      return 'loaded';
    },
  });
  const stop = observer.subscribe(() => {});
  await vi.runAllTimersAsync();
  stop();
  const { error, data } = observer.getCurrentResult();
  return { result: error?.message ?? data, calls };
}

const broken = () => new ApiFailure(0, 'The server cannot be reached.', undefined);

it('repeats a read whose connection broke', async () => {
  expect(await load(broken())).toEqual({ result: 'loaded', calls: 2 });
});

it('reports what breaks twice', async () => {
  expect(await load(broken(), broken())).toEqual({ result: 'The server cannot be reached.', calls: 2 });
});

it.each([400, 500, 503])('reports a refusal (%s) without repeating it', async (status) => {
  expect(await load(new ApiFailure(status, 'No.', undefined))).toEqual({ result: 'No.', calls: 1 });
});

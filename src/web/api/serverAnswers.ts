/**
 * Checks whether the server responds after a call got no answer: one check, however many calls failed.
 *
 *   HEALTH_QUERY     the check as a query
 *   isBroken         whether an error says that the connection broke, or there was none
 *   isUnanswered     whether an error says that no server answered
 *   serverAnswers    checks now
 *   LOST_INTERVAL_MS how often it is checked while the server does not respond
 */
import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../contract/index.ts';
import { api } from './api.ts';

export const LOST_INTERVAL_MS = 2_000;

export const HEALTH_QUERY = {
  queryKey: ['health'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api().live({ signal }),
  retry: false,
};

export const isBroken = (error: unknown): boolean => error instanceof ApiFailure && error.status === 0;

/** There was no answer, or a proxy answered for a server that is down. */
export const isUnanswered = (error: unknown): boolean =>
  isBroken(error) || (error instanceof ApiFailure && [502, 503, 504].includes(error.status));

export const serverAnswers = (client: QueryClient): Promise<boolean> =>
  client.fetchQuery({ ...HEALTH_QUERY, staleTime: 0 }).then(
    () => true,
    (error: unknown) => !isUnanswered(error),
  );

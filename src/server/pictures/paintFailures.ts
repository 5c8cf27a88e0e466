/**
 * Turns failures of the painter into answers, and tells the painter when callers have disconnected.
 *
 *   forCaller        runs work of the painter. @throws ApiError
 *   whileConnected   a signal that is aborted if the client disconnects before it is answered
 */
import type { FastifyReply } from 'fastify';
import { QueueFull } from '../../paint/index.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import { ContentDamaged } from '../catalogue/damaged.ts';
import { ApiError, unavailable } from '../platform/http/errors.ts';

export function whileConnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ApiError(499, 'gone', 'The caller went away.'));
  });
  return controller.signal;
}

/**
 * @param refused called if too much work is waiting
 * @throws ApiError 500, 503, and what else the work throws
 */
export async function forCaller<Result>(
  { redirected, disId }: Pick<ServedSet, 'redirected' | 'disId'>,
  work: () => Promise<Result>,
  refused?: () => void,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Not everybody who sees a set may know where it borrows from.
    if (error instanceof ContentDamaged && redirected) throw error.without(disId);
    if (!(error instanceof QueueFull)) throw error;
    refused?.();
    throw unavailable('busy', 'Too many pictures are being painted. Try again in a moment.', { retryAfter: 1 });
  }
}

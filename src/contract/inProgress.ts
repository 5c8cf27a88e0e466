/**
 * Calls that are sent again while their first try is still being made. Not part of the web app's first load.
 *
 *   isInProgress
 */
import type { ApiFailure } from './client.ts';

/** Another try of the same call is being made: its answer comes to whoever asks again. */
export const isInProgress = ({ body }: ApiFailure): boolean =>
  (body as { code?: unknown } | undefined)?.code === 'call-in-progress';

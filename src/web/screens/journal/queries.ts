/**
 * The query for the dynamic image log, which two screens read.
 *
 *   DYNAMIC_LOG
 */
import { api } from '../../api/api.ts';

export const DYNAMIC_LOG = {
  queryKey: ['specificLog'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api().specificLog({ query: { message: 'DynamicImageSet', alternativeMessage: 'Corvet' }, signal }),
};

/**
 * A banner while the server does not answer: asked after at once when any call does not arrive, and every few seconds
 * from then on. It goes away by itself, and what was shown is loaded anew.
 *
 *   ServerLost
 *   HEALTH, LOST   the question's key, and how often it is asked
 */
import Alert from '@mui/material/Alert';
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../contract/index.ts';
import { api } from '../api/api.ts';

const WELL = 30_000;
/** Asked again so often while it does not answer, milliseconds. */
export const LOST = 2_000;
export const HEALTH = ['health'];

/** Nobody answered, or a proxy for a server that is away. */
const unanswered = (error: unknown): boolean =>
  error instanceof ApiFailure && [0, 502, 503, 504].includes(error.status);

export function ServerLost() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const health = useQuery({
    queryKey: HEALTH,
    queryFn: ({ signal }) => api().live({ signal }),
    refetchInterval: (query) => (query.state.status === 'error' ? LOST : WELL),
  });
  const { refetch } = health;
  useEffect(() => {
    const look = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !unanswered(event.action.error)) return;
      if ('query' in event && event.query.queryKey[0] === HEALTH[0]) return;
      void refetch({ cancelRefetch: false });
    };
    const ends = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)];
    return () => {
      for (const end of ends) end();
    };
  }, [client, refetch]);
  // While it is asked again the question is neither failed nor answered: only an answer ends what a failure began.
  if (health.isError && !lost) setLost(true);
  if (health.isSuccess && lost) setLost(false);
  useEffect(() => {
    if (lost) return () => void client.invalidateQueries();
    return undefined;
  }, [lost, client]);
  if (!lost) return null;
  return (
    <Alert severity="warning" square role="status">
      The server is not responding. Lacquer keeps trying; what you see may be out of date.
    </Alert>
  );
}

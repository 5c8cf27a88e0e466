/**
 * A banner while the server does not respond. When any call gets no answer, the server is checked immediately, and
 * every few seconds from then on. When it is back the banner disappears, and what is shown is reloaded.
 */
import Alert from '@mui/material/Alert';
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HEALTH_QUERY, isUnanswered, LOST_INTERVAL_MS } from '../api/serverAnswers.ts';
import { shellTexts } from '../texts/shell.ts';

const HEALTHY_INTERVAL_MS = 30_000;

export function ServerLost() {
  const client = useQueryClient();
  const [lost, setLost] = useState(false);
  const health = useQuery({
    ...HEALTH_QUERY,
    refetchInterval: (query) => (query.state.status === 'error' ? LOST_INTERVAL_MS : HEALTHY_INTERVAL_MS),
  });
  const { refetch } = health;
  useEffect(() => {
    const onCacheEvent = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated') return;
      const { action } = event;
      // A read that is repeated has failed, too.
      if ((action.type !== 'error' && action.type !== 'failed') || !isUnanswered(action.error)) return;
      if ('query' in event && event.query.queryKey[0] === HEALTH_QUERY.queryKey[0]) return;
      void refetch({ cancelRefetch: false });
    };
    const unsubscribe = [
      client.getQueryCache().subscribe(onCacheEvent),
      client.getMutationCache().subscribe(onCacheEvent),
    ];
    return () => {
      for (const end of unsubscribe) end();
    };
  }, [client, refetch]);
  // While the query is repeated it is neither failed nor successful: only an answer ends the banner.
  if (health.isError && !lost) setLost(true);
  if (health.isSuccess && lost) setLost(false);
  useEffect(() => {
    if (lost) return () => void client.invalidateQueries();
    return undefined;
  }, [lost, client]);
  if (!lost) return null;
  return (
    <Alert severity="warning" square role="status">
      {shellTexts.serverLost}
    </Alert>
  );
}

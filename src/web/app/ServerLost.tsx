/** A banner while the server does not answer. It asks every few seconds and goes away, reloading what was shown. */
import Alert from '@mui/material/Alert';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../api/api.ts';

const WELL = 30_000;
const LOST = 2_000;

export function ServerLost() {
  const client = useQueryClient();
  const lost = useRef(false);
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api().live({ signal }),
    refetchInterval: (query) => (query.state.status === 'error' ? LOST : WELL),
  });
  useEffect(() => {
    if (lost.current && !health.isError) void client.invalidateQueries();
    lost.current = health.isError;
  }, [health.isError, client]);
  if (!health.isError) return null;
  return (
    <Alert severity="warning" square role="status">
      The server does not answer. Lacquer keeps trying; what you see may be old.
    </Alert>
  );
}

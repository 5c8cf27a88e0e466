/**
 * What each area shows of a set, as far as the user may know. For testers it calls each of their areas; for everybody
 * else the base address, which answers for all areas at once.
 *
 *   useSetOverview
 */
import { useQueries } from '@tanstack/react-query';
import { ApiFailure, type SetOverview } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { useSession } from '../../app/session.tsx';

interface Found {
  /** undefined while loading, and when there is no such set */
  overview: SetOverview | undefined;
  isPending: boolean;
  isFetching: boolean;
  /** whether no area that the user may see has the set */
  isUnknown: boolean;
  /** why it could not be loaded */
  error: unknown;
  /** repeats the failed calls */
  refetch: () => void;
}

const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404;

const KEY = ['sets', 'overview'] as const;

export function useSetOverview(disId: string): Found {
  const { can, areas } = useSession();
  useJobChanges(can.upload || can.admin ? KEY : undefined);
  const shownAreas = can.upload || can.embargo ? [undefined] : areas;
  return useQueries({
    queries: shownAreas.map((area) => ({
      queryKey: [...KEY, disId, area ?? 'base'],
      queryFn: ({ signal }: { signal: AbortSignal }) => api(area).setOverview({ params: { id: disId }, signal }),
    })),
    combine: (results): Found => {
      const found = results.flatMap(({ data, error }) => (data && !isNotFound(error) ? [data] : []));
      const [first] = found;
      const isPending = results.some((result) => result.isPending);
      return {
        overview: first && { ...first, areas: found.flatMap((one) => one.areas) },
        isPending,
        isFetching: results.some((result) => result.isFetching),
        isUnknown: !isPending && !first && results.every(({ error }) => isNotFound(error)),
        error: results.find(({ error }) => error && !isNotFound(error))?.error ?? null,
        refetch: () => {
          for (const { error, refetch } of results) if (error) void refetch();
        },
      };
    },
  });
}

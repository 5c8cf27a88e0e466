/** Makes a change, reports its result, and reloads what it changed. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

const ACCESS = ['access'];

/**
 * @param queryKey of the queries to reload; absent: users and tokens
 * @returns a function that takes an action phrase such as `add anna` and a call that returns the notice; true if it worked
 */
export function useChange(
  queryKey: QueryKey = ACCESS,
): (action: string, call: () => Promise<string | undefined>) => Promise<boolean> {
  const notify = useNotify();
  const client = useQueryClient();
  return useCallback(
    async (action, call) => {
      try {
        const message = await call();
        if (message !== undefined) notify('success', message);
        return true;
      } catch (error) {
        notify('error', failureText(action, error));
        return false;
      } finally {
        await client.invalidateQueries({ queryKey });
      }
    },
    [notify, client, queryKey],
  );
}

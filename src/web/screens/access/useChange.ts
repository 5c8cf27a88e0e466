/** Makes a change, tells its result, and loads users and tokens again. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

/** @returns a function that takes an action phrase such as `add anna` and a call that returns what to tell; true if it worked */
export function useChange(): (action: string, call: () => Promise<string | undefined>) => Promise<boolean> {
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
        await client.invalidateQueries({ queryKey: ['access'] });
      }
    },
    [notify, client],
  );
}

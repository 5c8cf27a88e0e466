/** Makes a change, says what came of it, and loads users and tokens anew. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

/** @returns a function of an action phrase such as `add anna`, the call, and what to say; true when it worked */
export function useChange(): (action: string, call: () => Promise<string | undefined>) => Promise<boolean> {
  const notify = useNotify();
  const client = useQueryClient();
  return useCallback(
    async (action, call) => {
      try {
        const said = await call();
        if (said !== undefined) notify('success', said);
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

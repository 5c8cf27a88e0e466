/**
 * Sends promotions and keeps the list right until they are done: the dates change when the ref moved, a moment after the
 * request was taken.
 *
 *   usePromotion, LOOK_AGAIN
 */
import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

/** when to ask again after a request was taken, milliseconds */
export const LOOK_AGAIN = [300, 1000, 3000];

export function usePromotion(queryKey: readonly string[]) {
  const notify = useNotify();
  const client = useQueryClient();
  /** @returns whether the request was taken */
  return async (call: () => Promise<string>, done: string, action: string): Promise<boolean> => {
    try {
      await call();
    } catch (error) {
      notify('error', failureText(action, error));
      return false;
    }
    notify('success', done);
    for (const wait of LOOK_AGAIN) setTimeout(() => void client.invalidateQueries({ queryKey }), wait);
    return true;
  };
}

export const splitDirection = (direction: string): { source: Area; target: Area } => {
  const [source, target] = direction.split('-') as [Area, Area];
  return { source, target };
};

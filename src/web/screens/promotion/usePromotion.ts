/**
 * Sends promotions. The dates change when the ref moved, which the list hears of by itself.
 *
 *   usePromotion
 *   AreaPair, splitDirection
 */
import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';

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
    void client.invalidateQueries({ queryKey });
    return true;
  };
}

/** from where to where */
export interface AreaPair {
  readonly source: Area;
  readonly target: Area;
}

export const splitDirection = (direction: string): AreaPair => {
  const [source, target] = direction.split('-') as [Area, Area];
  return { source, target };
};

/**
 * Sends promotions. A promotion changes the dates once its job has moved the ref; the list follows the jobs.
 *
 *   usePromotion
 *   Promotion, PromotionCall
 *   AreaPair, splitDirection
 */
import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import type { PromotedPart } from './content.ts';

export interface Promotion {
  readonly key: string;
  readonly part: PromotedPart;
  readonly source: Area;
  readonly target: Area;
  /** for the history; undefined when none was written */
  readonly note: string | undefined;
}

/** The call for a promotion, and what to say when it was accepted or not. */
export interface PromotionCall {
  readonly send: () => Promise<string>;
  readonly success: string;
  /** what could not be done when it fails */
  readonly action: string;
}

/** @param queryKey of the list that shows the promotion */
export function usePromotion(queryKey: readonly string[]): (call: PromotionCall) => Promise<void> {
  const notify = useNotify();
  const client = useQueryClient();
  return async ({ send, success, action }) => {
    try {
      await send();
    } catch (error) {
      notify('error', failureText(action, error));
      return;
    }
    notify('success', success);
    void client.invalidateQueries({ queryKey });
  };
}

export interface AreaPair {
  readonly source: Area;
  readonly target: Area;
}

export const splitDirection = (direction: string): AreaPair => {
  const [source, target] = direction.split('-') as [Area, Area];
  return { source, target };
};

/**
 * Sends promotions. A promotion changes the dates once its job has moved the ref; the list follows the jobs.
 *
 *   usePromotion           of one
 *   useBulkPromotion       of many, by one request
 *   Promotion, PromotionCall
 *   AreaPair, splitDirection
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { AREA_NAMES, type Area } from '../../../contract/index.ts';
import { startJob } from '../../api/startJob.ts';
import { bulkTexts } from '../../texts/bulkPromotion.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import type { noticeGroup } from '../../ui/noticeGroups.ts';
import { BULK_KEY } from './bulk.ts';
import type { ContentKind, PromotedPart } from './content.ts';

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
  /** several of these are told as one */
  readonly group: ReturnType<typeof noticeGroup>;
  /** what could not be done when it fails */
  readonly action: string;
}

/** @param queryKey of the list that shows the promotion */
export function usePromotion(queryKey: readonly string[]): (call: PromotionCall) => Promise<void> {
  const notify = useNotify();
  const client = useQueryClient();
  return async ({ send, success, group, action }) => {
    try {
      await send();
    } catch (error) {
      notify('error', failureText(action, error));
      return;
    }
    notify('success', success, { group });
    void client.invalidateQueries({ queryKey });
  };
}

const SCREENS = { dis: '/promote/dynamic', static: '/promote/static' } as const;

/** @returns sends the request; false if it was refused */
export function useBulkPromotion(
  kind: ContentKind,
  queryKey: readonly string[],
): (promotion: Omit<Promotion, 'key'> & { keys: readonly string[] }) => Promise<boolean> {
  const notify = useNotify();
  const client = useQueryClient();
  const router = useRouter();
  return async ({ keys, part, source, target, note }) => {
    try {
      const body = { kind, keys: [...keys], source, target, what: part, note };
      const { jobId } = await startJob('promoteMany', { body });
      const progress = { to: SCREENS[kind], search: { promotion: jobId } } as const;
      const { publicHref: href } = router.buildLocation(progress);
      const link = { label: bulkTexts.showProgress, href, follow: () => void router.navigate(progress) };
      notify('success', bulkTexts.started(kind, keys.length, AREA_NAMES[target]), {
        about: `promotion ${jobId}`,
        link,
      });
    } catch (error) {
      notify('error', failureText(bulkTexts.action(kind, keys.length, source, target), error));
      return false;
    }
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: BULK_KEY });
    return true;
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

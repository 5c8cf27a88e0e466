/**
 * Promotions of many: their calls as queries, and where they are shown.
 *
 *   BULK_KEY, useRecentBulk, useBulkDetails    all follow the jobs
 *   isUnderWay, endedOf
 *   RECENT                   stands in the address for the list of all of them, in place of a job's id
 */
import { useQuery } from '@tanstack/react-query';
import type { BulkPromotion } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';

export const BULK_KEY = ['bulkPromotions'];
export const RECENT = 'recent';

export const isUnderWay = ({ state }: Pick<BulkPromotion, 'state'>): boolean =>
  state === 'CREATED' || state === 'STARTED';

export const endedOf = ({ promoted, refused, stopped }: BulkPromotion): number => promoted + refused + stopped;

export function useRecentBulk() {
  useJobChanges(BULK_KEY);
  return useQuery({
    queryKey: [...BULK_KEY, RECENT],
    queryFn: ({ signal }) => api().bulkPromotions({ signal }),
    staleTime: 0,
  });
}

export function useBulkDetails(jobId: string) {
  useJobChanges(BULK_KEY);
  return useQuery({
    queryKey: [...BULK_KEY, jobId],
    queryFn: ({ signal }) => api().bulkPromotion({ params: { jobId }, signal }),
    staleTime: 0,
  });
}

/**
 * The calls of promotions of many sets or static packs at once.
 *
 *   bulkHandlers
 */
import type { promotionRoutes } from '../../contract/promotion.ts';
import { type Handlers, setJobLocation } from '../handlers.ts';
import { badRequest, conflict, forbidden } from '../platform/http/errors.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { type BulkStores, findBulkPromotion, listBulkPromotions, readBulkDetails } from './bulkPromotions.ts';
import { requestBulkPromotion, stopBulkPromotion } from './bulkRequests.ts';

type BulkRoutes = Pick<
  typeof promotionRoutes,
  'promoteMany' | 'bulkPromotions' | 'bulkPromotion' | 'stopBulkPromotion'
>;

export function bulkHandlers(stores: BulkStores): Handlers<BulkRoutes> {
  const { database, catalogue } = stores;
  return {
    promoteMany: async ({ body, caller, reply }) => {
      const { kind, keys, what } = body;
      if (kind === 'static' && what === 'metadata') {
        throw badRequest('static-metadata', 'A static pack has no metadata of its own. Promote all of it.');
      }
      const seen = catalogue.seenBy(caller.can);
      const hidden = new Set<string>();
      if (kind === 'dis') {
        await eachInTurns(keys, async (key) => {
          if (!(await seen.knows(key))) hidden.add(key);
        });
      }
      const known = (key: string) => !hidden.has(key);
      const jobId = await requestBulkPromotion(database, body, { known, who: caller.username });
      setJobLocation(reply, jobId);
      return findBulkPromotion(stores, caller, jobId);
    },
    bulkPromotions: ({ caller }) => listBulkPromotions(stores, caller),
    bulkPromotion: ({ params, caller }) => readBulkDetails(stores, caller, params.jobId),
    stopBulkPromotion: async ({ params: { jobId }, caller }) => {
      const { who, state } = await findBulkPromotion(stores, caller, jobId);
      if (who !== caller.username && !caller.can.admin) {
        throw forbidden('not-yours', `Only ${who} and administrators can stop this promotion.`);
      }
      if (state === 'COMPLETED' || state === 'FAILED') {
        throw conflict('promotion-ended', 'This promotion has ended. Nothing was stopped.');
      }
      await stopBulkPromotion(database, jobId, caller.username);
      return findBulkPromotion(stores, caller, jobId);
    },
  };
}

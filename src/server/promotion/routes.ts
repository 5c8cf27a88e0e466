/** The calls of the status, promotion and image set management screens. */
import type { promotionRoutes } from '../../contract/promotion.ts';
import type { Database } from '../platform/database/database.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { Serves } from '../serves.ts';
import { requestPromotion } from './promotion.ts';
import { copySet, deleteSet, renameSet } from './sets.ts';
import { setStatuses, staticStatuses } from './status.ts';

/** The body repeats what the path says; two different sets would mean that somebody is mistaken. */
function sameSet(path: string, body: string): void {
  if (path !== body) throw badRequest('two-sets', `The path names ${path}, the body ${body}.`);
}

export const promotionHandlers = ({ database }: { database: Database }): Serves<typeof promotionRoutes> => ({
  shortStatus: () => setStatuses(database),
  staticStatus: () => staticStatuses(database),
  promote: async ({ params, body, caller }) => {
    sameSet(params.id, body.disId);
    const { source, target, note } = body;
    await requestPromotion(
      database,
      { kind: 'dis', key: params.id, source, target, what: 'all', note },
      caller.username,
    );
    return `Promotion request for ${params.id} created`;
  },
  promoteMetadata: async ({ params, body, caller }) => {
    sameSet(params.id, body.disId);
    const { source, target, note } = body;
    const request = { kind: 'dis', key: params.id, source, target, what: 'metadata', note } as const;
    await requestPromotion(database, request, caller.username);
    return `Metadata promotion request for ${params.id} created`;
  },
  promoteStatic: async ({ body, caller }) => {
    const { fileName, source, target, note } = body;
    await requestPromotion(
      database,
      { kind: 'static', key: fileName, source, target, what: 'all', note },
      caller.username,
    );
    return `System created promotion request for ${fileName}`;
  },
  copySet: async ({ params, query, caller }) => {
    await copySet(database, params.id, query.targetDisId, caller.username);
    return `Copy of ${params.id} started.`;
  },
  renameSet: async ({ params, query, caller }) => {
    await renameSet(database, params.id, query.targetDisId, caller.username);
    return `Rename of ${params.id} done.`;
  },
  deleteSet: async ({ params, caller }) => {
    await deleteSet(database, params.id, caller.username);
    return `Delete of ${params.id} started.`;
  },
});

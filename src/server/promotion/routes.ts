/**
 * The calls of the status, promotion and image set management screens.
 *
 *   promotionHandlers
 */
import type { promotionRoutes } from '../../contract/promotion.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { type Caller, type Handlers, setJobLocation } from '../handlers.ts';
import { badRequest, forbidden } from '../platform/http/errors.ts';
import { bulkHandlers } from './bulkRoutes.ts';
import { previewSetDeletion } from './deletionPreview.ts';
import { type HistoryStores, historyHandlers } from './historyRoutes.ts';
import { requestPromotion } from './requests.ts';
import { readSetDetails } from './setDetails.ts';
import { readSetOverview } from './setOverview.ts';
import { copySet, deleteSet, renameSet, setNotFound } from './sets.ts';
import { listSetStatuses, listStaticStatuses } from './status.ts';

/** The body repeats the id in the path; if they differ, the caller has made a mistake. */
function assertSameSet(path: string, body: string): void {
  if (path !== body) throw badRequest('two-sets', `The path names ${path}, the body ${body}.`);
}

export interface PromotionStores extends HistoryStores {
  globalConfigs: GlobalConfigStore;
  /** the quality report of a set in Embargo as text, limited to what the caller may see; '' while there is none */
  qualityReport: (disId: string, caller: Caller) => Promise<string>;
}

export function promotionHandlers(stores: PromotionStores): Handlers<typeof promotionRoutes> {
  const { database, catalogue } = stores;
  /** Callers who may not know of a hidden set get the same answer as for one that does not exist. */
  const knows = ({ can }: Caller, disId: string) => catalogue.seenBy(can).knows(disId);

  async function promoteSet(
    { params, body, caller, reply }: Parameters<Handlers<typeof promotionRoutes>['promote' | 'promoteMetadata']>[0],
    what: 'all' | 'metadata',
  ): Promise<void> {
    assertSameSet(params.id, body.disId);
    const { source, target, note } = body;
    const known = await knows(caller, params.id);
    const request = { kind: 'dis', key: params.id, source, target, what, note, known } as const;
    setJobLocation(reply, await requestPromotion(database, request, caller.username));
  }

  return {
    ...historyHandlers(stores),
    ...bulkHandlers(stores),
    setDetails: async ({ params, caller }) => {
      const { uploadPacks, meta } = await readSetDetails(stores, params.id, await knows(caller, params.id));
      const files = [...uploadPacks, ...meta].map(({ fileName }) => fileName);
      // The packs of a copy name the set that it was copied from.
      const names = await catalogue.seenBy(caller.can).redactNames([...new Set(files)]);
      const named = <T extends { fileName: string }>(rows: readonly T[]): T[] =>
        rows.map((row) => ({ ...row, fileName: names.get(row.fileName) ?? row.fileName }));
      return {
        uploadPacks: named(uploadPacks),
        meta: named(meta),
        qualityReport: await stores.qualityReport(params.id, caller),
      };
    },
    setOverview: ({ params, mount, caller }) => readSetOverview(stores, params.id, mount, caller),
    shortStatus: ({ caller }) => listSetStatuses(database, catalogue, caller.can),
    staticStatus: () => listStaticStatuses(database),
    promote: async (call) => {
      await promoteSet(call, 'all');
      return `Promotion request for ${call.params.id} created`;
    },
    promoteMetadata: async (call) => {
      await promoteSet(call, 'metadata');
      return `Metadata promotion request for ${call.params.id} created`;
    },
    promoteStatic: async ({ body, caller, reply }) => {
      const { fileName, source, target, note } = body;
      const request = { kind: 'static', key: fileName, source, target, what: 'all', note, known: true } as const;
      setJobLocation(reply, await requestPromotion(database, request, caller.username));
      return `System created promotion request for ${fileName}`;
    },
    copySet: async ({ params, query, caller }) => {
      if (!(await knows(caller, params.id))) throw setNotFound(params.id, 'embargo');
      await copySet(stores, params.id, query.targetDisId, caller.username);
      return `Copy of ${params.id} started.`;
    },
    renameSet: async ({ params, query, caller }) => {
      if (query.only !== undefined && !caller.can.admin) {
        throw forbidden(
          'only-everywhere',
          'Only administrators can rename a set in Embargo alone. Rename it in all areas.',
        );
      }
      if (!(await knows(caller, params.id))) throw setNotFound(params.id, query.only);
      const request = { from: params.id, to: query.targetDisId, only: query.only, who: caller.username };
      await renameSet(stores, request);
      return `Rename of ${params.id} done.`;
    },
    previewSetDeletion: async ({ params, caller }) => {
      const seen = catalogue.seenBy(caller.can);
      if (!(await seen.knows(params.id))) throw setNotFound(params.id);
      return previewSetDeletion(stores, params.id, seen);
    },
    deleteSet: async ({ params, caller }) => {
      if (!(await knows(caller, params.id))) throw setNotFound(params.id);
      await deleteSet(stores, params.id, caller.username);
      return `Delete of ${params.id} started.`;
    },
  };
}

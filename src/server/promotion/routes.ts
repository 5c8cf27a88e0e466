/** The calls of the status, promotion and image set management screens. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { promotionRoutes } from '../../contract/promotion.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { RefKind } from '../catalogue/refs.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { accountOf, type Caller, type Handlers, nameJob } from '../handlers.ts';
import type { AnswerPicture } from '../pictures/answer.ts';
import { PREVIEW_TYPES, type PreviewSize, type Previews } from '../pictures/previews.ts';
import { matches } from '../platform/http/conditional.ts';
import { badRequest, conflict, forbidden, notFound } from '../platform/http/errors.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import { findBulkPromotion, listBulkPromotions, readBulkDetails } from './bulkPromotions.ts';
import { requestBulkPromotion, stopBulkPromotion } from './bulkRequests.ts';
import { type StateStores, visiblePictures } from './contentStates.ts';
import { previewSetDeletion } from './deletionPreview.ts';
import { diffContent } from './diff.ts';
import { hadSnapshot, listHistory, unknownContent } from './history.ts';
import { findPaintedState, readPaintedDiff } from './paintedDiff.ts';
import { requestPromotion, requestRollback } from './requests.ts';
import { readSetDetails } from './setDetails.ts';
import { readSetOverview } from './setOverview.ts';
import { copySet, deleteSet, renameSet, unknownSet } from './sets.ts';
import { listSetStatuses, listStaticStatuses } from './status.ts';

/** The body repeats the id in the path; if they differ, the caller has made a mistake. */
function assertSameSet(path: string, body: string): void {
  if (path !== body) throw badRequest('two-sets', `The path names ${path}, the body ${body}.`);
}

export interface PromotionStores extends StateStores {
  catalogue: Catalogue;
  globalConfigs: OpenGlobalConfigs;
  previews: Previews;
  answerPicture: AnswerPicture;
  /** the quality report of a set in Embargo as text, limited to what the caller may see; '' while there is none */
  qualityReport: (disId: string, caller: Caller) => Promise<string>;
}

export function promotionHandlers(stores: PromotionStores): Handlers<typeof promotionRoutes> {
  const { database, previews, catalogue } = stores;
  /** Callers who may not know of a hidden set get the same answer as for one that does not exist. */
  const knows = ({ can }: Caller, disId: string) => catalogue.seenBy(can).knows(disId);

  async function history(kind: RefKind, key: string, caller: Caller) {
    if (kind === 'dis' && !(await knows(caller, key))) throw unknownContent(key);
    const entries = await listHistory(database, kind, key);
    const seen = catalogue.seenBy(caller.can);
    const namesOf = async (packs: readonly string[]) => [...(await seen.knownNames(packs)).values()];
    return Promise.all(
      entries.map(async ({ note, packs, ...entry }) => ({
        ...entry,
        note: note && (await seen.withoutHidden(note)),
        packs: packs && {
          added: await namesOf(packs.added),
          replaced: await namesOf(packs.replaced),
          removed: await namesOf(packs.removed),
        },
      })),
    );
  }

  async function promoteSet(
    { params, body, caller, reply }: Parameters<Handlers<typeof promotionRoutes>['promote' | 'promoteMetadata']>[0],
    what: 'all' | 'metadata',
  ): Promise<void> {
    assertSameSet(params.id, body.disId);
    const { source, target, note } = body;
    const known = await knows(caller, params.id);
    const request = { kind: 'dis', key: params.id, source, target, what, note, known } as const;
    nameJob(reply, await requestPromotion(database, request, caller.username));
  }

  /** The snapshot must be a present or former state of this set or static pack. */
  async function snapshotPicture(
    kind: RefKind,
    key: string,
    { snapshot, sha256, size = 'thumb' }: { snapshot: string; sha256: string; size?: PreviewSize | undefined },
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const known = kind === 'static' || (await knows(caller, key));
    const picture =
      known && (await hadSnapshot(database, kind, key, snapshot))
        ? (await visiblePictures(stores, caller, { kind, key, snapshotId: snapshot })).get(sha256)
        : undefined;
    if (!picture) throw notFound('unknown-picture', `${key} has no such picture in that state.`);
    const etag = `"${sha256}.${size}"`;
    reply.header('etag', etag);
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const bytes = await previews.of(picture, size, accountOf(caller, request));
    return reply.type(PREVIEW_TYPES[size]).send(bytes);
  }

  return {
    setDetails: async ({ params, caller }) => {
      const { uploadPacks, meta } = await readSetDetails(stores, params.id, await knows(caller, params.id));
      const files = [...uploadPacks, ...meta].map(({ fileName }) => fileName);
      // The packs of a copy name the set that it was copied from.
      const names = await catalogue.seenBy(caller.can).knownNames([...new Set(files)]);
      const named = <T extends { fileName: string }>(rows: readonly T[]): T[] =>
        rows.map((row) => ({ ...row, fileName: names.get(row.fileName) ?? row.fileName }));
      return {
        uploadPacks: named(uploadPacks),
        meta: named(meta),
        qualityReport: await stores.qualityReport(params.id, caller),
      };
    },
    setOverview: ({ params, mount, caller }) => readSetOverview(stores, params.id, mount, caller),
    setHistory: ({ params, caller }) => history('dis', params.id, caller),
    setDiff: async ({ params, query, caller }) => {
      const known = await knows(caller, params.id);
      return diffContent(stores, { kind: 'dis', key: params.id, ...query, known }, caller);
    },
    setPaintedDiff: async ({ params, query, caller }) => {
      const known = await knows(caller, params.id);
      return readPaintedDiff(stores, { kind: 'dis', key: params.id, ...query, known }, caller);
    },
    setPaintedState: async ({ params, query: { view, size, format, ...query }, caller, request, reply }) => {
      const known = await knows(caller, params.id);
      const change = { kind: 'dis', key: params.id, ...query, known } as const;
      const { set, viewport, layers } = await findPaintedState(stores, change, caller);
      return stores.answerPicture(set, { viewport, view, size, format }, layers, 'rules', { caller, request, reply });
    },
    rollbackSet: async ({ params, body, caller, reply }) => {
      const known = await knows(caller, params.id);
      const request = { kind: 'dis', key: params.id, ...body, known } as const;
      nameJob(reply, await requestRollback(database, request, caller.username));
      return `Roll back request for ${params.id} created`;
    },
    setSnapshotPicture: ({ params, query, caller, request, reply }) =>
      snapshotPicture('dis', params.id, { ...params, ...query }, caller, request, reply),
    staticHistory: ({ query, caller }) => history('static', query.fileName, caller),
    staticDiff: ({ query: { fileName, ...query }, caller }) =>
      diffContent(stores, { kind: 'static', key: fileName, ...query, known: true }, caller),
    rollbackStatic: async ({ body: { fileName, ...body }, caller, reply }) => {
      const request = { kind: 'static', key: fileName, ...body, known: true } as const;
      nameJob(reply, await requestRollback(database, request, caller.username));
      return `Roll back request for ${fileName} created`;
    },
    staticSnapshotPicture: ({ params, query, caller, request, reply }) =>
      snapshotPicture('static', query.fileName, { ...params, size: query.size }, caller, request, reply),
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
      nameJob(reply, await requestPromotion(database, request, caller.username));
      return `System created promotion request for ${fileName}`;
    },
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
      nameJob(reply, jobId);
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
    copySet: async ({ params, query, caller }) => {
      if (!(await knows(caller, params.id))) throw unknownSet(params.id, 'embargo');
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
      if (!(await knows(caller, params.id))) throw unknownSet(params.id, query.only);
      const request = { from: params.id, to: query.targetDisId, only: query.only, who: caller.username };
      await renameSet(stores, request);
      return `Rename of ${params.id} done.`;
    },
    previewSetDeletion: async ({ params, caller }) => {
      const seen = catalogue.seenBy(caller.can);
      if (!(await seen.knows(params.id))) throw unknownSet(params.id);
      return previewSetDeletion(stores, params.id, seen);
    },
    deleteSet: async ({ params, caller }) => {
      if (!(await knows(caller, params.id))) throw unknownSet(params.id);
      await deleteSet(stores, params.id, caller.username);
      return `Delete of ${params.id} started.`;
    },
  };
}

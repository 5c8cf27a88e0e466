/**
 * The calls of the history of a set or a static pack: its entries, what changed between two states, the pictures of a state,
 * and roll back to one.
 *
 *   historyHandlers
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { promotionRoutes } from '../../contract/promotion.ts';
import type { RefKind } from '../catalogue/refs.ts';
import { accountOf, type Caller, type Handlers, setJobLocation } from '../handlers.ts';
import type { AnswerPicture } from '../pictures/answer.ts';
import { PREVIEW_TYPES, type PreviewSize, type Previews } from '../pictures/previews.ts';
import { matches } from '../platform/http/conditional.ts';
import { notFound } from '../platform/http/errors.ts';
import { visiblePictures } from './contentStates.ts';
import { diffContent } from './diff.ts';
import { hadSnapshot, listHistory, unknownContent } from './history.ts';
import { findPaintedState, type PaintedStores, readPaintedDiff } from './paintedDiff.ts';
import { requestRollback } from './requests.ts';

type HistoryRoutes = Pick<
  typeof promotionRoutes,
  | 'setHistory'
  | 'setDiff'
  | 'setPaintedDiff'
  | 'setPaintedState'
  | 'rollbackSet'
  | 'setSnapshotPicture'
  | 'staticHistory'
  | 'staticDiff'
  | 'rollbackStatic'
  | 'staticSnapshotPicture'
>;

export interface HistoryStores extends PaintedStores {
  previews: Previews;
  answerPicture: AnswerPicture;
}

export function historyHandlers(stores: HistoryStores): Handlers<HistoryRoutes> {
  const { database, previews, catalogue } = stores;
  /** Callers who may not know of a hidden set get the same answer as for one that does not exist. */
  const knows = ({ can }: Caller, disId: string) => catalogue.seenBy(can).knows(disId);

  async function history(kind: RefKind, key: string, caller: Caller) {
    if (kind === 'dis' && !(await knows(caller, key))) throw unknownContent(key);
    const entries = await listHistory(database, kind, key);
    const seen = catalogue.seenBy(caller.can);
    const namesOf = async (packs: readonly string[]) => [...(await seen.redactNames(packs)).values()];
    return Promise.all(
      entries.map(async ({ note, packs, ...entry }) => ({
        ...entry,
        note: note && (await seen.redactHidden(note)),
        packs: packs && {
          added: await namesOf(packs.added),
          replaced: await namesOf(packs.replaced),
          removed: await namesOf(packs.removed),
        },
      })),
    );
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
      setJobLocation(reply, await requestRollback(database, request, caller.username));
      return `Roll back request for ${params.id} created`;
    },
    setSnapshotPicture: ({ params, query, caller, request, reply }) =>
      snapshotPicture('dis', params.id, { ...params, ...query }, caller, request, reply),
    staticHistory: ({ query, caller }) => history('static', query.fileName, caller),
    staticDiff: ({ query: { fileName, ...query }, caller }) =>
      diffContent(stores, { kind: 'static', key: fileName, ...query, known: true }, caller),
    rollbackStatic: async ({ body: { fileName, ...body }, caller, reply }) => {
      const request = { kind: 'static', key: fileName, ...body, known: true } as const;
      setJobLocation(reply, await requestRollback(database, request, caller.username));
      return `Roll back request for ${fileName} created`;
    },
    staticSnapshotPicture: ({ params, query, caller, request, reply }) =>
      snapshotPicture('static', query.fileName, { ...params, size: query.size }, caller, request, reply),
  };
}

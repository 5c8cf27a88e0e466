/**
 * The calls about a set or a static pack, the same for both: what would change, what changed, and its pictures.
 *
 *   Content, ContentKind
 *   Change, PromotedPart
 *   diffOf, paintedDiffOf, historyOf, rollBack, pictureUrl
 */
import type { Area, ContentDiff, HistoryEntry, PaintedDiff } from '../../../contract/index.ts';
import { urlOf } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { startJob } from '../../api/startJob.ts';
import { wire } from '../../api/wire.ts';
import { addressOf } from '../../app/environment.ts';

export type ContentKind = 'dis' | 'static';
export interface Content {
  readonly kind: ContentKind;
  /** disId, or the static pack's file name */
  readonly key: string;
}
export type PromotedPart = 'all' | 'metadata';
/** A promotion from an area, a roll back to an entry, or what the move of an entry changed. */
export type Change =
  | { readonly target: Area; readonly source: Area; readonly what: PromotedPart }
  | { readonly target: Area; readonly entry: number; readonly against?: 'before' };

/** @param limit most pictures, and most texts, that are listed */
export const diffOf = (
  { kind, key }: Content,
  change: Change,
  signal: AbortSignal,
  limit?: number,
): Promise<ContentDiff> => {
  const query = { ...change, limit };
  return kind === 'dis'
    ? api().setDiff({ params: { id: key }, query, signal })
    : api().staticDiff({ query: { fileName: key, ...query }, signal });
};

export const paintedDiffOf = (disId: string, query: Change, signal: AbortSignal): Promise<PaintedDiff> =>
  api().setPaintedDiff({ params: { id: disId }, query, signal });

export const historyOf = ({ kind, key }: Content, signal: AbortSignal): Promise<HistoryEntry[]> =>
  kind === 'dis'
    ? api().setHistory({ params: { id: key }, signal })
    : api().staticHistory({ query: { fileName: key }, signal });

export const rollBack = (
  { kind, key }: Content,
  body: { area: Area; entry: number; note: string | undefined },
): Promise<string> =>
  kind === 'dis'
    ? startJob('rollbackSet', { params: { id: key }, body })
    : startJob('rollbackStatic', { body: { fileName: key, ...body } });

/** @param size `thumb`: up to 192 pixels; `print`: up to 520, on white */
export const pictureUrl = (
  { kind, key }: Content,
  snapshot: string,
  sha256: string,
  size: 'thumb' | 'print' = 'thumb',
): string => {
  const query = size === 'thumb' ? {} : { size };
  return kind === 'dis'
    ? urlOf(wire.setSnapshotPicture, { params: { id: key, snapshot, sha256 }, query }, addressOf(undefined))
    : urlOf(
        wire.staticSnapshotPicture,
        { params: { snapshot, sha256 }, query: { fileName: key, ...query } },
        addressOf(undefined),
      );
};

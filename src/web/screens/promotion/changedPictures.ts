/**
 * The changed pictures of a diff as the viewer shows them: two of each, before and after.
 *
 *   changedPictures
 *   SIDES, titleOfSide
 */
import type { ContentDiff } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { diffTexts as texts } from '../../texts/history.ts';
import type { Content } from './content.ts';

export const SIDES = ['before', 'after'] as const;
type Side = (typeof SIDES)[number];

const ALTS = { before: texts.beforeAlt, after: texts.afterAlt } as const;

export const titleOfSide = (path: string, side: Side): string => texts.pictureTitle(path, texts[side]);

async function load({ kind, key }: Content, snapshot: string, sha256: string, signal: AbortSignal): Promise<Blob> {
  const size = 'print' as const;
  const answer =
    kind === 'dis'
      ? api().setSnapshotPicture({ params: { id: key, snapshot, sha256 }, query: { size }, signal })
      : api().staticSnapshotPicture({ params: { snapshot, sha256 }, query: { fileName: key, size }, signal });
  return (await answer).blob();
}

/** A picture that was added or removed says on its other side that it is not there. */
export function changedPictures(content: Content, diff: ContentDiff): ViewedPicture[] {
  return diff.pictures.flatMap(({ path, ...change }) =>
    SIDES.map((side): ViewedPicture => {
      const [snapshot, sha256] = [diff[side], change[side]];
      return {
        title: titleOfSide(path, side),
        alt: ALTS[side](path),
        queryKey: ['changedPicture', content, snapshot, sha256, side],
        quick: false,
        load: async (signal) => {
          if (snapshot === null || sha256 === null) throw new Error(texts.notThere[side]);
          return load(content, snapshot, sha256, signal);
        },
      };
    }),
  );
}

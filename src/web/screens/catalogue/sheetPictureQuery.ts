/**
 * Fetches the pictures of a contact sheet, a few at a time.
 *
 *   sheetPicture
 *   NO_SHEET_PICTURE   a query that is never made
 */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { createQueue } from '../../api/queue.ts';
import type { Side } from './comparison.ts';
import { pictureQuery } from './pictureQuery.ts';

interface FetchedPicture {
  readonly blob: Blob;
  /** the same for pictures of the same layers, in whatever version; null from a server that does not show it */
  readonly etag: string | null;
}

/** A browser opens six connections to a server: two stay free for what the user clicks meanwhile. */
const queue = createQueue(4);

export const sheetPicture = (side: Side, view: string) =>
  queryOptions<FetchedPicture>({
    queryKey: ['sheet', side, view],
    queryFn: ({ signal }) =>
      queue(async () => {
        const answer = await api(side.area).imageFromOptions({
          params: { id: side.disId },
          query: pictureQuery(side, view),
          signal,
        });
        return { blob: await answer.blob(), etag: answer.headers.get('etag') };
      }, signal),
    staleTime: 5 * 60_000,
  });

export const NO_SHEET_PICTURE = queryOptions<FetchedPicture>({ queryKey: ['sheet'] });

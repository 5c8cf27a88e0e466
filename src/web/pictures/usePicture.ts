/**
 * Loads a picture: a JPEG first, which is small and soon decoded. A PNG, which keeps transparency, follows when nothing else
 * was clicked (docs/decisions/0312-a-click-to-six-pictures.md).
 *
 *   usePicture
 *   firstOf      the query of the first one, to ask for it before it is shown
 */
import { keepPreviousData, type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '../ui/useDebounced.ts';
import type { ViewedPicture } from './viewerPicture.ts';

/** Transparency is loaded when nothing was clicked for this long. */
const SETTLED_MS = 600;

type PictureToLoad = Pick<ViewedPicture, 'queryKey' | 'load' | 'quick'>;

export const firstOf = ({ queryKey, load, quick }: PictureToLoad) => ({
  queryKey: quick === false ? queryKey : [...queryKey, 'jpeg'],
  queryFn: ({ signal }: QueryFunctionContext) => (quick === false ? load(signal) : load(signal, 'jpeg')),
});

export function usePicture({ queryKey, load, quick }: PictureToLoad) {
  const first = useQuery({ ...firstOf({ queryKey, load, quick }), placeholderData: keepPreviousData });
  const fresh = first.isPlaceholderData ? undefined : first.data;
  const settled = useDebounced(fresh, SETTLED_MS) === fresh;
  const transparent = useQuery({
    queryKey,
    // Not the smaller WebP: the server would encode it ten times as long, and be busy when the next choice is made.
    queryFn: ({ signal }) => load(signal, 'png'),
    enabled: quick !== false && fresh !== undefined && settled,
  });
  const newest = transparent.data ?? fresh;
  const [shown, setShown] = useState(newest);
  if (newest && newest !== shown) setShown(newest);
  return {
    error: first.error,
    /** the newest picture that has been loaded, until another one is; undefined after a failure */
    shown: first.isError ? undefined : shown,
    /** whether the picture that is shown is the requested one */
    isFresh: newest !== undefined,
  };
}

/** A picture of the contact sheet: fetched when it comes near the window, and it leads to the test of its options. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { api } from '../../api/api.ts';
import { createQueue } from '../../api/queue.ts';
import { checkerboard } from '../../app/theme.ts';
import { optionsQuery, type Side } from './comparison.ts';
import type { TestSearch } from './search.ts';
import { useObjectUrl } from './useObjectUrl.ts';

/** of a browser's six connections some stay free for what a person clicks meanwhile */
const queue = createQueue(4);
/** how far outside the window a picture is fetched already */
const NEAR = '400px';
const CHECKER = checkerboard(12);

export const sheetPicture = (side: Side, view: string) =>
  queryOptions({
    queryKey: ['sheet', side, view],
    queryFn: ({ signal }) =>
      queue(async () => {
        const answer = await api(side.area).imageFromOptions({
          params: { id: side.disId },
          query: optionsQuery(side, view),
          signal,
        });
        return answer.blob();
      }, signal),
    staleTime: 5 * 60_000,
  });

export function SheetPicture({
  side,
  view,
  alt,
  ratio,
  link,
  now,
}: {
  side: Side;
  view: string;
  alt: string;
  /** width by height */
  ratio: number;
  link: TestSearch;
  /** fetch it, seen or not: it is about to be printed */
  now: boolean;
}) {
  const [near, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const picture = useQuery({ ...sheetPicture(side, view), enabled: near || now });
  const url = useObjectUrl(picture.data);
  return (
    <Box ref={watch} sx={{ aspectRatio: ratio, background: CHECKER, position: 'relative', overflow: 'hidden' }}>
      {picture.isError ? (
        <Typography role="note" sx={{ fontSize: 11, p: 0.5, color: '#5b2b00', overflowWrap: 'anywhere' }}>
          {picture.error.message}
        </Typography>
      ) : (
        url && (
          <Link to="/dynamic/options" search={link}>
            <Box component="img" src={url} alt={alt} sx={{ display: 'block', width: '100%', height: '100%' }} />
          </Link>
        )
      )}
    </Box>
  );
}

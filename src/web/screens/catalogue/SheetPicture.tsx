/** A picture of the contact sheet: loaded when it comes near the window, and linked to the test of its options. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { api } from '../../api/api.ts';
import { createQueue } from '../../api/queue.ts';
import { checkerboard } from '../../app/theme.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { EnlargeButton } from '../../pictures/useViewer.tsx';
import type { Side } from './comparison.ts';
import { pictureQuery } from './pictureQuery.ts';
import type { TestSearch } from './search.ts';

/** A browser opens six connections to a server: two stay free for what the user clicks meanwhile. */
const queue = createQueue(4);
/** distance outside the window within which pictures are loaded */
const MARGIN = '400px';
const CHECKER = checkerboard(12);

export const sheetPicture = (side: Side, view: string) =>
  queryOptions({
    queryKey: ['sheet', side, view],
    queryFn: ({ signal }) =>
      queue(async () => {
        const answer = await api(side.area).imageFromOptions({
          params: { id: side.disId },
          query: pictureQuery(side, view),
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
  test,
  required,
  onEnlarge,
}: {
  side: Side;
  view: string;
  alt: string;
  /** width by height */
  ratio: number;
  /** address that the picture links to */
  test: TestSearch;
  /** load it even outside the window: it is about to be printed */
  required: boolean;
  onEnlarge: () => void;
}) {
  const [near, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const picture = useQuery({ ...sheetPicture(side, view), enabled: near || required });
  const url = useObjectUrl(picture.data);
  return (
    <Box ref={watch} sx={{ aspectRatio: ratio, background: CHECKER, position: 'relative', overflow: 'hidden' }}>
      {picture.isError ? (
        <Typography role="note" sx={{ fontSize: 11, p: 0.5, color: '#5b2b00', overflowWrap: 'anywhere' }}>
          {picture.error.message}
        </Typography>
      ) : (
        url && (
          <>
            <Link to="/dynamic/options" search={test}>
              <Box component="img" src={url} alt={alt} sx={{ display: 'block', width: '100%', height: '100%' }} />
            </Link>
            <Box
              data-screen-only
              sx={{
                position: 'absolute',
                top: 2,
                right: 2,
                bgcolor: 'background.paper',
                borderRadius: 1,
                lineHeight: 0,
              }}
            >
              <EnlargeButton title={alt} onClick={onEnlarge} />
            </Box>
          </>
        )
      )}
    </Box>
  );
}

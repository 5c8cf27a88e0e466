/**
 * One painted picture (2.10): a card titled with the angle, the picture linked to its full size in a new tab. While a
 * new picture is loading, the old one stays, dimmed.
 *
 * A JPEG comes first: it is painted in a tenth of the time of a format that keeps transparency. That one follows when nothing
 * else was clicked (docs/decisions/0312-a-click-to-six-pictures.md).
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkerboard } from '../../app/theme.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { detailOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { TITLE_HEIGHT } from './rowHeight.ts';
import { useObjectUrl } from './useObjectUrl.ts';

const CHECKER = checkerboard(24);

/** @param format absent: the best one, which keeps transparency */
export type LoadPicture = (signal: AbortSignal, format?: 'jpeg') => Promise<Blob>;

/** Transparency is loaded when nothing was clicked for this long. */
const SETTLED_MS = 600;

export function ImageTile({
  angle,
  link,
  queryKey,
  load,
  width,
  height,
  shownWidth,
}: {
  angle: string;
  /** the full-size picture */
  link: string;
  queryKey: readonly unknown[];
  load: LoadPicture;
  /** of the image set's resolution, pixels */
  width: number;
  height: number;
  /** widest that the picture may be shown, pixels */
  shownWidth: number;
}) {
  const picture = useQuery({
    queryKey: [...queryKey, 'jpeg'],
    queryFn: ({ signal }) => load(signal, 'jpeg'),
    placeholderData: keepPreviousData,
  });
  const fresh = picture.isPlaceholderData ? undefined : picture.data;
  const settled = useDebounced(fresh, SETTLED_MS) === fresh;
  const transparent = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled: fresh !== undefined && settled,
  });
  const newest = transparent.data ?? fresh;
  const [shownPicture, setShownPicture] = useState(newest);
  if (newest && newest !== shownPicture) setShownPicture(newest);
  const notify = useNotify();
  // Without the request id, which the tile shows: six tiles that fail for the same reason make one notice.
  useEffect(() => {
    if (picture.error) notify('error', testTexts.picture.failed(picture.error.message));
  }, [picture.error, notify]);
  const url = useObjectUrl(picture.isError ? undefined : shownPicture);
  if (angle === '') return null;
  return (
    <Card variant="outlined" component="figure" sx={{ m: 0, maxWidth: shownWidth, width: '100%' }}>
      <Typography
        component="figcaption"
        variant="body2"
        sx={{ px: 1, height: TITLE_HEIGHT, lineHeight: `${TITLE_HEIGHT}px`, fontWeight: 600 }}
      >
        {angle}
      </Typography>
      <Box sx={{ aspectRatio: `${width} / ${height}`, background: CHECKER, position: 'relative' }}>
        {picture.isError ? (
          // The checkerboard is light in both looks, so the message is too.
          <Alert severity="error" role="note" sx={{ height: '100%', overflow: 'auto' }}>
            <FailureText text={detailOf(picture.error)} />
          </Alert>
        ) : (
          url && (
            <a href={link} target="_blank" rel="noreferrer">
              <Box
                component="img"
                src={url}
                alt={testTexts.picture.alt(angle)}
                sx={{
                  display: 'block',
                  width: '100%',
                  height: '100%',
                  opacity: newest ? 1 : 0.45,
                  transition: 'opacity 120ms',
                }}
              />
            </a>
          )
        )}
      </Box>
    </Card>
  );
}

/**
 * One painted picture (2.10): a card titled with the angle, the picture linked to its full size in a new tab. While a
 * new picture is on its way the old one stays, dimmed.
 *
 * A JPEG stands first, for it is painted in a tenth of the time of a format that keeps transparency; that one follows when
 * nothing else was clicked (docs/decisions/0312-a-click-to-six-pictures.md).
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { checkerboard } from '../../app/theme.ts';
import { ACTIONS } from '../../texts/notices.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { detailOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useDebounced } from '../../ui/useDebounced.ts';
import { TITLE_HEIGHT } from './rowHeight.ts';
import { useObjectUrl } from './useObjectUrl.ts';

const CHECKER = checkerboard(24);

/** @param format absent: the best one, which keeps transparency */
export type LoadPicture = (signal: AbortSignal, format?: 'jpeg') => Promise<Blob>;

/** Who clicks on within this time never waits for transparency; milliseconds. */
const LOOKING = 600;

export function ImageTile({
  angle,
  link,
  queryKey,
  load,
  width,
  height,
  shown,
}: {
  angle: string;
  /** the full-size picture */
  link: string;
  queryKey: readonly unknown[];
  load: LoadPicture;
  /** of the image set's resolution, pixels */
  width: number;
  height: number;
  /** pixels that the picture may take in width */
  shown: number;
}) {
  const picture = useQuery({
    queryKey: [...queryKey, 'jpeg'],
    queryFn: ({ signal }) => load(signal, 'jpeg'),
    placeholderData: keepPreviousData,
  });
  const fresh = picture.isPlaceholderData ? undefined : picture.data;
  const lookedAt = useDebounced(fresh, LOOKING) === fresh;
  const transparent = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled: fresh !== undefined && lookedAt,
  });
  const newest = transparent.data ?? fresh;
  const [shownPicture, setShownPicture] = useState(newest);
  if (newest && newest !== shownPicture) setShownPicture(newest);
  const notify = useNotify();
  // Without the request's id, which the tile shows: six tiles that fail alike are one notice.
  useEffect(() => {
    if (picture.error) notify('error', `Could not ${ACTIONS['load image']}: ${picture.error.message}`);
  }, [picture.error, notify]);
  const url = useObjectUrl(picture.isError ? undefined : shownPicture);
  if (angle === '') return null;
  return (
    <Card variant="outlined" component="figure" sx={{ m: 0, maxWidth: shown, width: '100%' }}>
      <Typography
        component="figcaption"
        variant="body2"
        sx={{ px: 1, height: TITLE_HEIGHT, lineHeight: `${TITLE_HEIGHT}px`, fontWeight: 600 }}
      >
        {angle}
      </Typography>
      <Box sx={{ aspectRatio: `${width} / ${height}`, background: CHECKER, position: 'relative' }}>
        {picture.isError ? (
          // On the light checkerboard, so light in both looks.
          <Alert severity="error" role="note" sx={{ height: '100%', overflow: 'auto' }}>
            <FailureText text={detailOf(picture.error)} />
          </Alert>
        ) : (
          url && (
            <a href={link} target="_blank" rel="noreferrer">
              <Box
                component="img"
                src={url}
                alt={`View ${angle}`}
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

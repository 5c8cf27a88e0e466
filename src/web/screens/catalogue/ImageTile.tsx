/**
 * One painted picture (2.10): a card titled with the angle, the picture linked to its full size in a new tab. While a
 * new picture is on its way the old one stays, dimmed.
 */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ACTIONS } from '../../texts/notices.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { useObjectUrl } from './useObjectUrl.ts';

const CHECKER = 'repeating-conic-gradient(var(--mui-palette-action-hover) 0 25%, transparent 0 50%) 0 0 / 24px 24px';

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
  load: (signal: AbortSignal) => Promise<Blob>;
  /** of the image set's resolution, pixels */
  width: number;
  height: number;
  /** pixels that the picture may take in width */
  shown: number;
}) {
  const picture = useQuery({ queryKey, queryFn: ({ signal }) => load(signal), placeholderData: keepPreviousData });
  const notify = useNotify();
  // Without the request's id, which the tile shows: six tiles that fail alike are one notice.
  useEffect(() => {
    if (picture.error) notify('error', `Could not ${ACTIONS['load image']}: ${picture.error.message}`);
  }, [picture.error, notify]);
  const url = useObjectUrl(picture.data);
  if (angle === '') return null;
  return (
    <Card variant="outlined" component="figure" sx={{ m: 0, maxWidth: shown, width: '100%' }}>
      <Typography component="figcaption" variant="body2" sx={{ px: 1.5, py: 0.75, fontWeight: 600 }}>
        {angle}
      </Typography>
      <Box sx={{ aspectRatio: `${width} / ${height}`, background: CHECKER, position: 'relative' }}>
        {picture.isError ? (
          <Typography role="note" variant="body2" color="text.secondary" sx={{ p: 2 }}>
            {picture.error.message}
          </Typography>
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
                  opacity: picture.isPlaceholderData ? 0.45 : 1,
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

/**
 * One painted picture (2.10): a card titled with the angle, the picture linked to its full size in a new tab, and a button
 * that enlarges it. While a new picture is loading, the old one stays, dimmed.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type CSSProperties, type MouseEvent, useEffect, useMemo } from 'react';
import { checkerboard } from '../../app/theme.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { usePicture } from '../../pictures/usePicture.ts';
import { EnlargeButton } from '../../pictures/useViewer.tsx';
import type { Point, ViewedPicture } from '../../pictures/viewerPicture.ts';
import { pointOf } from '../../pictures/zoom.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { detailOf } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { TITLE_HEIGHT } from './rowHeight.ts';
import { type ChoiceAhead, useAhead } from './useChoiceAhead.ts';

const CHECKER = checkerboard(24);
/** The old picture is dimmed after this time. */
const PATIENCE_MS = 200;
const FILL = { display: 'block', width: '100%', height: '100%' } as const;
const FRESH: CSSProperties = { ...FILL, opacity: 1 };
/** Only a picture that lets people wait is dimmed: quick ones change without a flicker, and no frame is painted between. */
const STALE: CSSProperties = {
  ...FILL,
  opacity: 0.45,
  transitionProperty: 'opacity',
  transitionDuration: '120ms',
  transitionDelay: `${PATIENCE_MS}ms`,
};
const ASKING = { ...FILL, p: 0, border: 0, background: 'none', cursor: 'crosshair' };

interface TileProps {
  picture: ViewedPicture;
  /** a choice that `picture` does not have yet, and the picture of it at an angle, if it has one; absent: no choice is made */
  ahead?: ChoiceAhead;
  pictureWith?: (chosen: readonly string[], angle: string) => ViewedPicture | undefined;
  /** of the image set's resolution, pixels */
  width: number;
  height: number;
  /** absent: a click follows the link; else it asks what is at the point */
  onAsk?: ((point: Point) => void) | undefined;
}

export function ImageTile({
  shownWidth,
  onEnlarge,
  ...tile
}: TileProps & {
  /** greatest width of the picture, pixels */
  shownWidth: number;
  onEnlarge: () => void;
}) {
  const { picture, width, height } = tile;
  if (picture.title === '') return null;
  return (
    <Card variant="outlined" component="figure" sx={{ m: 0, maxWidth: shownWidth, width: '100%' }}>
      <Box component="figcaption" sx={{ display: 'flex', alignItems: 'center', height: TITLE_HEIGHT, pl: 1, pr: 0.25 }}>
        <Typography variant="body2" noWrap sx={{ flex: 1, fontWeight: 600 }}>
          {picture.title}
        </Typography>
        <EnlargeButton title={picture.alt} onClick={onEnlarge} />
      </Box>
      <Box sx={{ aspectRatio: `${width} / ${height}`, background: CHECKER, position: 'relative' }}>
        <TilePicture {...tile} />
      </Box>
    </Card>
  );
}

/** What changes while a picture is loading: it is drawn without the card around it. */
function TilePicture({ picture: settled, ahead, pictureWith, width, height, onAsk }: TileProps) {
  const chosen = useAhead(ahead);
  const picture = useMemo(
    () => (chosen && pictureWith?.(chosen, settled.title)) ?? settled,
    [chosen, pictureWith, settled],
  );
  const { alt, link } = picture;
  const { error, shown, isFresh } = usePicture(picture);
  const notify = useNotify();
  // Without the request id, which the tile shows, so that six tiles that fail for the same reason share one notice.
  useEffect(() => {
    if (error) notify('error', testTexts.picture.failed(error.message));
  }, [error, notify]);
  const url = useObjectUrl(shown);
  if (error) {
    return (
      <Alert severity="error" role="note" sx={{ height: '100%', overflow: 'auto' }}>
        <FailureText text={detailOf(error)} />
      </Alert>
    );
  }
  const image = url && <img src={url} alt={alt} style={isFresh ? FRESH : STALE} />;
  if (!onAsk) {
    return (
      image && (
        <a href={link} target="_blank" rel="noreferrer">
          {image}
        </a>
      )
    );
  }
  const ask = (event: MouseEvent<HTMLElement>) => {
    const isPressed = event.detail === 0;
    const box = event.currentTarget.getBoundingClientRect();
    onAsk(isPressed ? { x: Math.floor(width / 2), y: Math.floor(height / 2) } : pointOf(event, box, { width, height }));
  };
  return (
    <Box component="button" type="button" onClick={ask} sx={ASKING}>
      {image}
    </Box>
  );
}

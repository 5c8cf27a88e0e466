/**
 * A painted car of a comparison, and what stands in its place where there is none.
 *
 *   PaintedCar
 *   NoPicture
 *   ratioOf     width by height of a state's pictures
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PaintedState } from '../../../contract/index.ts';
import { checkerboard } from '../../app/theme.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { usePicture } from '../../pictures/usePicture.ts';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { detailOf } from '../../ui/failure.ts';

const CHECKER = checkerboard(16);
/** where a state has no pictures */
export const RATIO = 16 / 9;

export const ratioOf = ({ resolutions: [first] }: PaintedState): number => (first ? first.width / first.height : RATIO);

const Caption = ({ children }: { children: string }) => (
  <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
    {children}
  </Typography>
);

/** As wide as its frame; its space is reserved while it is loading. */
export function PaintedCar({ picture, caption, ratio }: { picture: ViewedPicture; caption: string; ratio: number }) {
  const { error, shown, isFresh } = usePicture(picture);
  const url = useObjectUrl(shown);
  return (
    <>
      <Box
        component="span"
        sx={{ display: 'block', position: 'relative', aspectRatio: ratio, background: CHECKER, overflow: 'hidden' }}
      >
        {error ? (
          <Alert component="span" severity="info" role="note" sx={{ height: '100%', overflow: 'auto' }}>
            <FailureText text={detailOf(error)} />
          </Alert>
        ) : (
          url && (
            <Box
              component="img"
              src={url}
              alt={picture.alt}
              sx={{
                display: 'block',
                width: '100%',
                height: '100%',
                objectFit: 'contain',
                opacity: isFresh ? 1 : 0.45,
              }}
            />
          )
        )}
      </Box>
      <Caption>{caption}</Caption>
    </>
  );
}

export const NoPicture = ({ reason, caption }: { reason: string; caption: string }) => (
  <>
    <Box sx={{ aspectRatio: RATIO, bgcolor: 'action.hover', display: 'grid', placeItems: 'center', p: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ textAlign: 'center', overflowWrap: 'anywhere' }}>
        {reason}
      </Typography>
    </Box>
    <Caption>{caption}</Caption>
  </>
);

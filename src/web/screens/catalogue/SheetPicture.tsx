/**
 * A picture of the contact sheet: loaded when it comes near the window, linked to the test of its options, and dimmed where it
 * is the same as that of the first version.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { checkerboard } from '../../app/theme.ts';
import { useObjectUrl } from '../../pictures/useObjectUrl.ts';
import { EnlargeButton } from '../../pictures/useViewer.tsx';
import { sheetTexts } from '../../texts/contactSheet.ts';
import { useNear } from '../../ui/useNear.ts';
import type { Side } from './comparison.ts';
import type { TestSearch } from './search.ts';
import { NO_SHEET_PICTURE, sheetPicture } from './sheetPictureQuery.ts';

const CHECKER = checkerboard(12);

export function SheetPicture({
  side,
  first,
  view,
  alt,
  ratio,
  test,
  required,
  onEnlarge,
}: {
  side: Side;
  /** what it is compared with; undefined: nothing */
  first: Side | undefined;
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
  const { near, watch } = useNear();
  const picture = useQuery({ ...sheetPicture(side, view), enabled: near || required });
  // The first row loads it; here it is only looked at.
  const reference = useQuery({ ...(first ? sheetPicture(first, view) : NO_SHEET_PICTURE), enabled: false });
  const url = useObjectUrl(picture.data?.blob);
  const isSame = picture.data?.etag != null && picture.data.etag === reference.data?.etag;
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
              <Box
                component="img"
                src={url}
                alt={alt}
                sx={{ display: 'block', width: '100%', height: '100%', opacity: isSame ? 0.35 : 1 }}
              />
            </Link>
            {isSame && (
              <Typography
                variant="caption"
                sx={{ position: 'absolute', left: 4, bottom: 4, px: 0.5, borderRadius: 1, bgcolor: 'background.paper' }}
              >
                {sheetTexts.asFirst}
              </Typography>
            )}
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

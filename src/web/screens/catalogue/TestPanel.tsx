/**
 * Pictures on the left; on the right the tree that changes them, which stays visible while the pictures scroll. In
 * narrow windows the pictures are above the tree. Announces to screen readers what was painted.
 */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { BELOW_BARS, LOW, NARROW } from '../../app/theme.ts';
import { usePicturesLoading } from '../../pictures/usePicturesLoading.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import type { PictureView } from './PictureGrid.tsx';
import type { TestSet } from './useTestSet.ts';

const { painted: texts } = testTexts;

/** What the panels of the two trees, features and layers, are given. */
export interface PanelProps {
  set: TestSet;
  /** features, or layers; undefined: none yet, or the preselected layers */
  chosen: readonly string[] | undefined;
  /** the tree shows only what contains it */
  find: string | undefined;
  /** how the pictures are shown */
  view: PictureView;
  onChoose: (chosen: string[]) => void;
  onFind: (text: string) => void;
  onView: (change: PictureView) => void;
}

/** What was painted, for paper. */
export const paperText = (
  { area, disId, version, viewport, model, resolution }: TestSet,
  chosen: readonly string[],
): string =>
  [AREA_NAMES[area], disId, version, viewport, model, resolution?.resolutionName, chosen.join(', ')]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');

interface PicturesProps {
  pictures: ReactNode;
  /** how many pictures there are */
  count: number;
  /** begins the keys of the pictures' queries */
  painting: QueryKey;
  /** whether what is told about them is not known yet */
  busy: boolean;
  /** what the last choice changed, as text */
  changes: readonly string[];
  /** families whose layer changed with it; absent: `changes` names the layers */
  layers?: readonly string[] | undefined;
  /** everything that is chosen, for paper */
  chosen: string;
}

/** The pictures, and what is told about them. It is drawn alone when the pictures begin and end to load. */
function Pictures({ pictures, count, painting, busy, changes, layers, chosen }: PicturesProps) {
  const isBusy = usePicturesLoading(painting) || busy;
  // Announced once all pictures are loaded, so that nothing is announced between quick clicks.
  const now = isBusy || count === 0 ? '' : texts.done(count, changes, layers);
  const [announced, setAnnounced] = useState('');
  if (now !== '' && now !== announced) setAnnounced(now);
  return (
    <Box
      component="section"
      aria-busy={isBusy}
      sx={{ flex: 1, minWidth: 0, px: 2, py: 1.5, [NARROW]: { flex: 'none' } }}
    >
      <Typography component="h2" sx={visuallyHidden}>
        {texts.pictures}
      </Typography>
      <Typography data-paper-only sx={{ mb: 2, overflowWrap: 'anywhere' }}>
        {chosen}
      </Typography>
      <Box role="status" sx={visuallyHidden}>
        {announced}
      </Box>
      {pictures}
    </Box>
  );
}

export function TestPanel({
  label,
  children,
  footer,
  ...pictures
}: PicturesProps & {
  label: string;
  /** the tree */
  children: ReactNode;
  /** stays visible below the tree */
  footer?: ReactNode;
}) {
  return (
    <Box
      sx={{
        display: 'flex',
        flex: 1,
        minHeight: 0,
        alignItems: 'stretch',
        [NARROW]: { flexDirection: 'column' },
        '@media print': { display: 'block' },
      }}
    >
      <Pictures {...pictures} />
      <Paper
        square
        component="aside"
        aria-label={label}
        data-screen-only
        sx={{
          width: { xs: 340, xl: 440 },
          flex: 'none',
          borderLeft: 1,
          borderColor: 'divider',
          px: 2,
          pt: 1.5,
          overflow: 'auto',
          maxHeight: `calc(100vh - ${BELOW_BARS})`,
          position: 'sticky',
          top: BELOW_BARS,
          [LOW]: { maxHeight: '100vh' },
          [NARROW]: { width: 'auto', position: 'static', maxHeight: 'none', border: 0, pt: 1 },
        }}
      >
        <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
          {label}
        </Typography>
        {children}
        <Box
          sx={{
            position: 'sticky',
            bottom: 0,
            mt: 1,
            mx: -2,
            px: 2,
            bgcolor: 'background.paper',
            ...(footer !== undefined && { borderTop: 1, borderColor: 'divider', py: 1 }),
          }}
        >
          {footer}
        </Box>
      </Paper>
    </Box>
  );
}

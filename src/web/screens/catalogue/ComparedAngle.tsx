/** One angle of a comparison: its pictures, and in its title how much differs. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { EnlargeButton } from '../../pictures/useViewer.tsx';
import { compareTexts } from '../../texts/compare.ts';
import { Changes, type ComparedProps, type CompareView, nameOfAngle, SideBySide, Swipe } from './ComparedPictures.tsx';
import { changedPixels } from './difference.ts';

const { angle: texts } = compareTexts;
const PICTURES = { side: SideBySide, swipe: Swipe, difference: Changes };

export function ComparedAngle({
  view,
  onEnlarge,
  ...props
}: ComparedProps & { view: CompareView; onEnlarge: () => void }) {
  const { angle, comparison, threshold, width, height } = props;
  const compared = comparison?.compared;
  const share = useMemo(
    () => compared && texts.share(changedPixels(compared.difference, threshold), width * height),
    [compared, threshold, width, height],
  );
  const Pictures = PICTURES[view];
  const name = nameOfAngle(props);
  return (
    <Card variant="outlined" component="figure" sx={{ m: 0 }} aria-label={name}>
      <Box component="figcaption" sx={{ display: 'flex', gap: 2, pl: 1.5, pr: 0.5, py: 0.5, alignItems: 'center' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {angle}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums', mr: 'auto' }}>
          {share ?? (comparison ? texts.nothing : texts.comparing)}
        </Typography>
        <EnlargeButton title={name} onClick={onEnlarge} />
      </Box>
      {comparison?.problem && (
        <Alert severity="info" role="note">
          {comparison.problem}
        </Alert>
      )}
      {comparison ? (
        <Pictures {...props} />
      ) : (
        <Skeleton
          variant="rectangular"
          sx={{ aspectRatio: `${view === 'side' ? width * 2 : width} / ${height}`, height: 'auto' }}
        />
      )}
    </Card>
  );
}

/** The button that folds the form of a test screen, and tells what it holds. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { LOW, NARROW } from '../../app/theme.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { ExpandMoreIcon } from '../../ui/icons/ExpandMore.tsx';
import type { TestSet } from './useTestSet.ts';

const { form: texts } = testTexts;

/** A folded form is one line, also in windows that are too narrow for its first line. */
const ONLY_COMPACT = { display: 'none', [NARROW]: { display: 'inline' }, [LOW]: { display: 'inline' } } as const;

/** Shows what the form holds while it is folded, and folds and unfolds it. */
export function FoldButton({
  set,
  folded,
  view,
  onFold,
}: {
  set: TestSet;
  folded: boolean;
  view: string;
  onFold: () => void;
}) {
  const { disId, version, viewport, resolution, angles } = set;
  return (
    <Button
      size="medium"
      variant="outlined"
      aria-expanded={!folded}
      aria-controls={folded ? undefined : view}
      onClick={onFold}
      title={folded ? angles.join(', ') : undefined}
      endIcon={<ExpandMoreIcon sx={{ transform: folded ? 'none' : 'rotate(180deg)' }} />}
      // Wide enough for its later text, so that its neighbours do not move.
      sx={{
        minWidth: 215,
        fontWeight: 400,
        textAlign: 'left',
        overflowWrap: 'anywhere',
        justifyContent: 'space-between',
      }}
    >
      {folded ? (
        <span>
          <Box component="span" sx={ONLY_COMPACT}>
            {disId} · {version} ·{' '}
          </Box>
          {[viewport, ...(resolution ? [resolution.resolutionName, texts.angleCount(angles.length)] : [])].join(' · ')}
        </span>
      ) : (
        texts.fold
      )}
    </Button>
  );
}

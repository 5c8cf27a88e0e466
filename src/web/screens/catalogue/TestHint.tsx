/** Stands in place of a test that cannot be shown yet: what is missing, or what to do next. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AREA_NAMES } from '../../../contract/index.ts';
import { testTexts } from '../../texts/testScreens.ts';
import type { TestSet } from './useTestSet.ts';

/** What a test screen says about itself. */
export interface TestTexts {
  readonly title: string;
  /** on the button that submits the form */
  readonly submit: string;
  /** while no set is chosen */
  readonly chooseFirst: string;
  /** when a set is chosen */
  readonly thenSubmit: string;
}

export function TestHint({ set, texts }: { set: TestSet; texts: TestTexts }) {
  return (
    <Box sx={{ p: 6, textAlign: 'center' }}>
      <Typography color="text.secondary">{hintFor(set, texts)}</Typography>
    </Box>
  );
}

function hintFor({ area, disId, unknown, sets }: TestSet, { chooseFirst, thenSubmit }: TestTexts): string {
  if (unknown) return testTexts.chooseAnother(testTexts.unknownSet(AREA_NAMES[area], disId));
  if (sets?.length === 0) return testTexts.noSets;
  return disId === '' ? chooseFirst : thenSubmit;
}

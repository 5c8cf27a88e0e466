/** Stands in place of a test that cannot be shown yet: what is missing, or what to do next. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AREA_NAMES } from '../../../contract/index.ts';
import { CarChoice } from '../../areas/CarTile.tsx';
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

/** More tiles than that are no overview: the field finds the others. */
const TILES = 48;

export function TestHint({
  set,
  texts,
  onChoose,
}: {
  set: TestSet;
  texts: TestTexts;
  onChoose: (disId: string) => void;
}) {
  const offered = set.disId === '' || set.unknown ? [...set.cars.values()] : [];
  return (
    <Box sx={{ p: { xs: 2, md: 4 }, textAlign: 'center' }}>
      <Typography color="text.secondary">{hintFor(set, texts)}</Typography>
      {offered.length > 0 && (
        <Box
          component="ul"
          aria-label={testTexts.cars}
          sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, m: 0, mt: 3, p: 0 }}
        >
          {offered.slice(0, TILES).map((car) => (
            <CarChoice key={car.disId} car={car} onChoose={() => onChoose(car.disId)} />
          ))}
        </Box>
      )}
      {offered.length > TILES && (
        <Typography color="text.secondary" sx={{ mt: 2 }}>
          {testTexts.moreCars(offered.length - TILES)}
        </Typography>
      )}
    </Box>
  );
}

function hintFor({ area, disId, unknown, sets }: TestSet, { chooseFirst, thenSubmit }: TestTexts): string {
  if (unknown) return testTexts.chooseAnother(testTexts.unknownSet(AREA_NAMES[area], disId));
  if (sets?.length === 0) return testTexts.noSets;
  return disId === '' ? chooseFirst : thenSubmit;
}

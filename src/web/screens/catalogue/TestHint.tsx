/** Shown in place of a test that cannot be shown yet: what is loading, missing or failed, or what to do next. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { AREA_NAMES } from '../../../contract/index.ts';
import { CarChoice } from '../../areas/CarTile.tsx';
import { testTexts } from '../../texts/testScreens.ts';
import { widgetTexts } from '../../texts/widgets.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import type { TestSet } from './useTestSet.ts';

/** Texts of a test screen. */
export interface TestTexts {
  readonly title: string;
  /** on the button that submits the form */
  readonly submit: string;
  /** while no set is chosen */
  readonly chooseFirst: string;
  /** when a set is chosen */
  readonly thenSubmit: string;
  /** when a version is chosen, too; absent: the same */
  readonly withVersion?: string;
}

/** More tiles than that give no overview; the field finds the others. */
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
  const isLoading = set.disId !== '' && (set.loading || set.loadingVersions);
  if (isLoading) return <LoadingBar label={testTexts.missing.loading} />;
  return (
    <Box sx={{ p: { xs: 2, md: 4 }, textAlign: 'center' }}>
      {set.failure ? (
        <>
          <FailureText text={set.failure.text} />
          <Box sx={{ mt: 1 }}>
            <Button variant="outlined" onClick={set.failure.retry}>
              {widgetTexts.tryAgain}
            </Button>
          </Box>
        </>
      ) : (
        <Typography color="textSecondary">{hintFor(set, texts)}</Typography>
      )}
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
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {testTexts.moreCars(offered.length - TILES)}
        </Typography>
      )}
    </Box>
  );
}

function hintFor(
  { area, disId, unknown, sets, version, versionUnknown }: TestSet,
  { chooseFirst, thenSubmit, withVersion = thenSubmit }: TestTexts,
): string {
  if (unknown) return testTexts.chooseAnother(testTexts.unknownSet(AREA_NAMES[area], disId));
  if (sets?.length === 0) return testTexts.noSets;
  if (versionUnknown) return testTexts.unknownVersion(AREA_NAMES[area], disId, version);
  if (disId === '') return chooseFirst;
  return version === '' ? thenSubmit : withVersion;
}

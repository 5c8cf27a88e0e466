/** What both tests of a set are (2.1): the bar with the area, the shared form, and below it the test itself. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { OtherTests } from './OtherTests.tsx';
import type { TestSearch } from './search.ts';
import { TestForm, unknownSet } from './TestForm.tsx';
import { type TestSet, useTestSet } from './useTestSet.ts';

export function TestScreen({
  title,
  here,
  submitLabel,
  options = false,
  search,
  onChange,
  onRestart,
  chooseFirst,
  thenSubmit,
  children,
}: {
  title: string;
  here: '/dynamic/options' | '/dynamic/validate';
  submitLabel: string;
  /** the options test: a version is required, and there is no model to choose */
  options?: boolean;
  search: TestSearch;
  onChange: (part: Partial<TestSearch>) => void;
  /** Another area has other sets: the form starts again. */
  onRestart: (search: TestSearch) => void;
  /** what to do first, in words */
  chooseFirst: string;
  /** what to do when a set is chosen */
  thenSubmit: string;
  /** the test of the submitted set */
  children: (set: TestSet) => ReactNode;
}) {
  const { areas, defaultArea } = useSession();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const set = useTestSet(search, area);
  return (
    <>
      <ScreenBar title={title} area={area}>
        <OtherTests here={here} search={search} />
        <AreaSelect value={area} areas={areas} onChange={(next) => onRestart({ area: next })} />
      </ScreenBar>
      <TestForm set={set} search={search} submitLabel={submitLabel} options={options} onChange={onChange} />
      {search.test && set.ready && (!options || set.version !== '') ? (
        children(set)
      ) : (
        <Box sx={{ p: 6, textAlign: 'center' }}>
          <Typography color="text.secondary">
            {set.unknown
              ? `${unknownSet(set)} Choose another one, or another area.`
              : set.sets?.length === 0
                ? 'This area has no image set yet. Sets appear here when a delivery pack is live in it.'
                : set.disId === ''
                  ? chooseFirst
                  : thenSubmit}
          </Typography>
        </Box>
      )}
    </>
  );
}

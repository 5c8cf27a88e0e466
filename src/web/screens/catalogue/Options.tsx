/** Test mapping rules (/dynamic/options): the shared form, the features tree, the pictures that the rules make. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { FeaturesPanel } from './FeaturesPanel.tsx';
import { OtherTests } from './OtherTests.tsx';
import type { TestSearch } from './search.ts';
import { TestForm } from './TestForm.tsx';
import { useTestSet } from './useTestSet.ts';

const route = getRouteApi('/dynamic/options');

export function Options() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { areas, defaultArea } = useSession();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const set = useTestSet(search, area);
  const change = useCallback(
    (part: Partial<TestSearch>) => void navigate({ search: (before) => ({ ...before, ...part }) }),
    [navigate],
  );
  const choose = useCallback((options: string[]) => change({ options }), [change]);
  return (
    <>
      <ScreenBar title="Test mapping rules" area={area}>
        <OtherTests here="/dynamic/options" search={search} />
        <AreaSelect value={area} areas={areas} onChange={(next) => void navigate({ search: { area: next } })} />
      </ScreenBar>
      <TestForm set={set} search={search} submitLabel="Test" options onChange={change} />
      {search.test && set.ready && set.version !== '' ? (
        <FeaturesPanel set={set} wished={search.options} onChoose={choose} />
      ) : (
        <Box sx={{ p: 6, textAlign: 'center' }}>
          <Typography color="text.secondary">
            {set.sets?.length === 0
              ? 'This area has no image set yet. Sets appear here when a delivery pack is live in it.'
              : set.disId === ''
                ? 'Choose an image set and a version to try its options.'
                : 'Choose a version, then press Test.'}
          </Typography>
        </Box>
      )}
    </>
  );
}

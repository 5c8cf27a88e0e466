/** Validate completeness of a dynamic image set (/dynamic/validate): the shared form, the layers tree, the pictures. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { LayersPanel } from './LayersPanel.tsx';
import { OtherTests } from './OtherTests.tsx';
import type { TestSearch } from './search.ts';
import { TestForm } from './TestForm.tsx';
import { useTestSet } from './useTestSet.ts';

const route = getRouteApi('/dynamic/validate');

export function Validate() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { areas, defaultArea } = useSession();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const set = useTestSet(search, area);
  const change = useCallback(
    (part: Partial<TestSearch>) => void navigate({ search: (before) => ({ ...before, ...part }) }),
    [navigate],
  );
  const choose = useCallback((layers: string[]) => change({ layers }), [change]);
  return (
    <>
      <ScreenBar title="Validate completeness of dynamic image set" area={area}>
        <OtherTests here="/dynamic/validate" search={search} />
        <AreaSelect
          value={area}
          areas={areas}
          // Another area has other sets: the form starts again.
          onChange={(next) => void navigate({ search: { area: next } })}
        />
      </ScreenBar>
      <TestForm set={set} search={search} submitLabel="Validate" onChange={change} />
      {search.test && set.ready ? (
        <LayersPanel set={set} chosen={search.layers} onChoose={choose} />
      ) : (
        <Box sx={{ p: 6, textAlign: 'center' }}>
          <Typography color="text.secondary">
            {set.sets?.length === 0
              ? 'This area has no image set yet. Sets appear here when a delivery pack is live in it.'
              : set.disId === ''
                ? 'Choose an image set to see what it is made of.'
                : 'Press Validate to see the pictures and the layers.'}
          </Typography>
        </Box>
      )}
    </>
  );
}

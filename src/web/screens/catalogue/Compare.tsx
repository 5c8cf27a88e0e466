/**
 * Compare (/dynamic/compare): the same configuration in two areas, or in two sets or versions, each angle side by side,
 * under a swipe, or as what differs. Beyond the specification.
 */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { AREA_NAMES, type Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { SwapHorizIcon } from '../../ui/icons/SwapHoriz.tsx';
import { SuggestField } from '../../ui/SuggestField.tsx';
import { useSearchDraft } from '../../ui/useDraft.ts';
import type { SideName } from './ComparedAngle.tsx';
import { ComparePanel } from './ComparePanel.tsx';
import type { Side } from './comparison.ts';
import { OtherTests } from './OtherTests.tsx';
import type { CompareSearch } from './search.ts';
import { TestForm, unknownSet } from './TestForm.tsx';
import { SET_ID_LENGTH, type TestSet, useTestSet, VERSION_LENGTH } from './useTestSet.ts';

const route = getRouteApi('/dynamic/compare');
const NO_OPTIONS: readonly string[] = [];

/** The other side's set and version: what the address names, else as on the first side where there is the same. */
function useOtherSide(set: TestSet, search: CompareSearch, area: Area) {
  const disId = search.withDisId ?? set.disId;
  const calls = api(area);
  const sets = useQuery({ queryKey: ['sets', area], queryFn: ({ signal }) => calls.sets({ signal }) });
  const known = sets.data?.includes(disId) ?? false;
  const versions = useQuery({
    queryKey: ['versions', area, disId],
    enabled: known,
    queryFn: ({ signal }) => calls.versions({ query: { disId }, signal }),
  });
  const ids = versions.data?.map(({ versionId }) => versionId) ?? [];
  const version = search.withVersion ?? (ids.includes(set.version) ? set.version : (ids[0] ?? set.version));
  return { area, disId, version, ids, sets: sets.data, missing: sets.isSuccess && disId !== '' && !known };
}

/** What tells the two sides apart, in words. */
function namesOf(left: Side, right: Side): [SideName, SideName] {
  const name = (side: Side, other: Side): SideName => ({
    area: side.area,
    text: [
      AREA_NAMES[side.area],
      ...(side.disId === other.disId ? [] : [side.disId]),
      ...(side.version === other.version ? [] : [side.version]),
    ].join(' · '),
  });
  return [name(left, right), name(right, left)];
}

export function Compare() {
  const navigate = route.useNavigate();
  const [search, changeSearch] = useSearchDraft<CompareSearch>(
    route.useSearch(),
    (next, part) =>
      // How it is shown changes often, and is no step to come back to.
      void navigate({ search: next, replace: 'at' in part || 'threshold' in part || 'view' in part }),
  );
  const { areas, defaultArea } = useSession();
  const allowed = (wanted: Area | undefined) => (wanted && areas.includes(wanted) ? wanted : undefined);
  const area = allowed(search.area) ?? defaultArea;
  const asked = allowed(search.withArea);
  // A link of somebody who may see more than oneself must not end in comparing an area with itself.
  const usable = asked !== area || search.area === area ? asked : undefined;
  const withArea = usable ?? areas.find((one) => one !== area) ?? area;
  const loaded = useTestSet(search, area);
  // A link from a set's promotion names no version: its first one shows the most.
  const set: TestSet = useMemo(
    () => ({ ...loaded, version: loaded.version || (loaded.versions[0]?.versionId ?? '') }),
    [loaded],
  );
  const other = useOtherSide(set, search, withArea);
  const change = useCallback(
    (part: Partial<CompareSearch>) =>
      changeSearch({ ...('disId' in part && { withDisId: undefined, withVersion: undefined }), ...part }),
    [changeSearch],
  );
  const swap = () =>
    change({
      area: withArea,
      withArea: area,
      disId: other.disId,
      version: other.version,
      withDisId: set.disId,
      withVersion: set.version,
    });

  const { resolution } = set;
  const ready = search.test && set.ready && set.version !== '' && resolution !== undefined;
  const sides = useMemo(() => {
    const common = {
      viewport: set.viewport,
      model: set.model,
      size: resolution?.resolutionName ?? '',
      options: search.options ?? NO_OPTIONS,
      layers: search.layers,
    };
    const left: Side = { ...common, area, disId: set.disId, version: set.version };
    const right: Side = { ...common, area: withArea, disId: other.disId, version: other.version };
    return { left, right };
  }, [area, withArea, set, other.disId, other.version, resolution, search.options, search.layers]);
  const chosen = search.layers ?? search.options ?? NO_OPTIONS;
  return (
    <>
      <ScreenBar title="Compare" area={area}>
        <OtherTests here="/dynamic/compare" search={search} />
        <AreaSelect value={area} areas={areas} onChange={(next) => change({ area: next })} />
        <Button onClick={swap} aria-label="Swap the two sides" title="Swap the two sides" sx={{ minWidth: 36 }}>
          <SwapHorizIcon fontSize="small" />
        </Button>
        <AreaSelect
          label="Area to compare with"
          value={withArea}
          areas={areas}
          onChange={(next) => change({ withArea: next })}
        />
      </ScreenBar>
      <TestForm set={set} search={search} submitLabel="Compare" onChange={change} />
      {set.disId !== '' && (
        <Stack
          direction="row"
          spacing={2}
          sx={{
            px: 2,
            py: 1.5,
            flexWrap: 'wrap',
            alignItems: 'center',
            bgcolor: 'background.paper',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <SuggestField
            label="Compare with image set"
            options={other.sets ?? []}
            loading={other.sets === undefined}
            value={other.disId}
            idLength={SET_ID_LENGTH}
            empty="No image set fits"
            onChoose={(disId) =>
              change({ withDisId: disId === set.disId ? undefined : disId || undefined, withVersion: undefined })
            }
          />
          <SuggestField
            label="Compare with version"
            options={other.ids}
            value={other.version}
            idLength={VERSION_LENGTH}
            empty="No version fits"
            width={260}
            onChoose={(version) => change({ withVersion: version || undefined })}
          />
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            {search.layers ? 'Layers' : 'Options'}:{' '}
            {chosen.join(', ') || (search.layers ? 'none' : 'the standard ones')}
          </Typography>
        </Stack>
      )}
      {other.missing && !set.unknown ? (
        <Alert severity="info" sx={{ m: 2 }}>
          {AREA_NAMES[withArea]} has no image set {other.disId}. Choose another area or set to compare with.
        </Alert>
      ) : ready ? (
        <ComparePanel
          {...sides}
          names={namesOf(sides.left, sides.right)}
          angles={set.angles}
          resolution={resolution}
          search={search}
          onChange={change}
        />
      ) : (
        <Box sx={{ p: 6, textAlign: 'center' }}>
          <Typography color="text.secondary">
            {set.unknown
              ? `${unknownSet(set)} Choose another one, or another area.`
              : set.sets?.length === 0
                ? 'This area has no image set yet. Sets appear here when a delivery pack is live in it.'
                : set.disId === ''
                  ? 'Choose an image set to compare it with another area, set or version.'
                  : 'Press Compare to see every angle twice, and what differs.'}
          </Typography>
        </Box>
      )}
    </>
  );
}

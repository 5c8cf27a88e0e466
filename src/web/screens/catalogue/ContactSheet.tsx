/**
 * Contact sheet (/dynamic/sheet): every feature of a family, colours at first, from every angle on one page to look over or
 * to print. Beyond the specification.
 */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AREA_NAMES } from '../../../contract/index.ts';
import { COLOUR_FAMILY, splitChoice } from '../../../engine/codes.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { formatDate } from '../../ui/dates.ts';
import { PrintIcon } from '../../ui/icons/Print.tsx';
import { counted, formatNumber } from '../../ui/numbers.ts';
import { useSearchDraft } from '../../ui/useDraft.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import type { Side } from './comparison.ts';
import { OtherTests } from './OtherTests.tsx';
import { SheetTable } from './SheetTable.tsx';
import type { SheetSearch } from './search.ts';
import { familiesOf, rowsOf, type SheetRow, sheetResolution } from './sheet.ts';
import { TestForm, unknownSet } from './TestForm.tsx';
import { usePrint } from './usePrint.ts';
import { type TestSet, useTestSet } from './useTestSet.ts';

const route = getRouteApi('/dynamic/sheet');
const NO_OPTIONS: readonly string[] = [];
const NO_ROWS: readonly SheetRow[] = [];
const SHEET = { angles: Number.POSITIVE_INFINITY, resolution: sheetResolution };

export function ContactSheet() {
  const navigate = route.useNavigate();
  const [search, change] = useSearchDraft<SheetSearch>(route.useSearch(), (next) => void navigate({ search: next }));
  const { areas, defaultArea } = useSession();
  const area = search.area && areas.includes(search.area) ? search.area : defaultArea;
  const loaded = useTestSet(search, area, SHEET);
  const set: TestSet = useMemo(
    () => ({ ...loaded, version: loaded.version || (loaded.versions[0]?.versionId ?? '') }),
    [loaded],
  );
  return (
    <>
      <Box data-screen-only sx={{ display: 'contents' }}>
        <ScreenBar title="Contact sheet" area={area}>
          <OtherTests here="/dynamic/sheet" search={search} />
          <AreaSelect value={area} areas={areas} onChange={(next) => void navigate({ search: { area: next } })} />
        </ScreenBar>
      </Box>
      <TestForm set={set} search={search} submitLabel="Show" onChange={change} />
      {search.test && set.ready && set.version !== '' ? (
        <Sheet set={set} search={search} onChange={change} />
      ) : (
        <Box sx={{ p: 6, textAlign: 'center' }}>
          <Typography color="text.secondary">
            {set.unknown
              ? `${unknownSet(set)} Choose another one, or another area.`
              : set.sets?.length === 0
                ? 'This area has no image set yet. Sets appear here when a delivery pack is live in it.'
                : set.disId === ''
                  ? 'Choose an image set to see all its colours from all angles.'
                  : 'Press Show to see every colour from every angle.'}
          </Typography>
        </Box>
      )}
    </>
  );
}

function Sheet({
  set,
  search,
  onChange,
}: {
  set: TestSet;
  search: SheetSearch;
  onChange: (change: Partial<SheetSearch>) => void;
}) {
  const { area, disId, version, viewport, model, resolution, angles } = set;
  const chosen = search.options ?? NO_OPTIONS;
  const { colour, trim, options } = splitChoice(chosen);
  const features = useQuery({
    queryKey: ['features', area, disId, version, chosen],
    queryFn: ({ signal }) =>
      api(area).features({
        params: { version },
        query: { colour, trim, additionalOptions: options.join(',') || undefined, disId },
        signal,
      }),
  });
  useFailureNotice(features.error, 'fetch features');
  const families = useMemo(() => familiesOf(features.data ?? []), [features.data]);
  const family = families.find(({ id }) => id === (search.family ?? COLOUR_FAMILY)) ?? families[0];
  const rows = useMemo(
    () => (family ? rowsOf(features.data ?? [], family.id, chosen) : NO_ROWS),
    [features.data, family, chosen],
  );
  const side = useMemo(
    (): Side => ({
      area,
      disId,
      version,
      viewport,
      model,
      size: resolution?.resolutionName ?? '',
      options: NO_OPTIONS,
      layers: undefined,
    }),
    [area, disId, version, viewport, model, resolution],
  );
  const print = usePrint(side, rows, angles);
  if (features.isPending) return <LinearProgress aria-label="Loading the features" />;
  if (features.error) return <Alert severity="error">{features.error.message}</Alert>;
  if (!family || !resolution) {
    return <Typography sx={{ p: 4 }}>This version has no features to make rows of. Upload its meta pack.</Typography>;
  }
  const label = set.versions.find(({ versionId }) => versionId === version)?.versionLabel ?? '';
  const rest = chosen.filter((id) => !rows.some((row) => row.featureId === id));
  const paper = search.paper ?? 'A4';
  return (
    <Box sx={{ px: 2, pb: 4, '@media print': { p: 0 } }}>
      <Stack data-screen-only direction="row" spacing={2} sx={{ py: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          label="Rows"
          value={family.id}
          onChange={(event) =>
            onChange({ family: event.target.value === COLOUR_FAMILY ? undefined : event.target.value })
          }
          sx={{ minWidth: 200 }}
        >
          {families.map(({ id, title }) => (
            <MenuItem key={id} value={id}>
              {title} ({id})
            </MenuItem>
          ))}
        </TextField>
        <Typography role="status" variant="body2" color="text.secondary">
          {counted(rows.length, 'row', 'rows')}, {counted(angles.length, 'angle', 'angles')}
          {print.progress !== undefined &&
            ` – fetching ${formatNumber(print.progress)} of ${formatNumber(rows.length * angles.length)} to print`}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Paper"
          value={paper}
          onChange={(_event, next: 'A4' | 'A3' | null) => next && onChange({ paper: next === 'A3' ? next : undefined })}
          sx={{ ml: 'auto' }}
        >
          <ToggleButton value="A4">A4</ToggleButton>
          <ToggleButton value="A3">A3</ToggleButton>
        </ToggleButtonGroup>
        <Button
          variant="outlined"
          size="medium"
          startIcon={<PrintIcon />}
          loading={print.progress !== undefined}
          onClick={() => void print.start()}
        >
          Print
        </Button>
      </Stack>
      <SheetTable
        label={family.title}
        heading={{
          title: `${disId} · ${version}${label === '' ? '' : ` · ${label}`}`,
          subtitle: [
            AREA_NAMES[area],
            viewport,
            ...(rest.length > 0 ? [`with ${rest.join(', ')}`] : []),
            formatDate(new Date(features.dataUpdatedAt).toISOString()),
          ].join(' · '),
        }}
        rows={rows}
        angles={angles}
        resolution={resolution}
        side={side}
        link={{ area, disId, version, viewport, model, test: true }}
        paper={paper}
        now={print.progress !== undefined}
      />
    </Box>
  );
}

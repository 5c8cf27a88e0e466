/** Test LCDV mapping (/dynamic/layers, 2.4): which set each version of an area belongs to. */

import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AREA_NAMES, type MappingRow, type TargetNames } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { CarRow } from '../../areas/cars.tsx';
import { HiddenChip, type HiddenSetInArea, useHiddenSets } from '../../areas/hiddenSets.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { useCars } from '../../areas/useCars.ts';
import { mappingTexts as texts } from '../../texts/mapping.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { InfoIcon } from '../../ui/icons/Info.tsx';
import { ROW_ICON_BUTTON } from '../../ui/RowButton.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableSorting } from '../../ui/useTableState.ts';

const route = getRouteApi('/dynamic/layers');
const sourcesOf = (info: TargetNames) =>
  [
    texts.extLayers(info.extLayerSourceDisId),
    texts.extRules(info.extRulesSourceDisId),
    texts.intLayers(info.intLayerSourceDisId),
    texts.intRules(info.intRulesSourceDisId),
  ].join('\n');

const columnsFor = (
  cars: ReturnType<typeof useCars>,
  hidden: ReadonlyMap<string, HiddenSetInArea>,
): Column<MappingRow>[] => [
  {
    accessorKey: 'disId',
    header: texts.set,
    sortFn: 'basic',
    cell: ({ row }) => {
      const found = hidden.get(row.original.disId);
      return (
        <CarRow car={cars.get(row.original.disId)}>
          <SetLink disId={row.original.disId} />
          <HiddenChip hidden={found ? [found] : []} />
        </CarRow>
      );
    },
  },
  {
    id: 'redirect',
    accessorFn: (row) => (row.redirectInfo ? 1 : 0),
    header: texts.redirect,
    sortFn: 'basic',
    text: (row) => (row.redirectInfo ? sourcesOf(row.redirectInfo) : ''),
    cell: ({ row }) =>
      row.original.redirectInfo && (
        <Tooltip title={sourcesOf(row.original.redirectInfo)} slotProps={{ tooltip: { sx: { whiteSpace: 'pre' } } }}>
          <IconButton size="small" aria-label={texts.redirectOf(row.original.disId)} sx={ROW_ICON_BUTTON}>
            <InfoIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      ),
  },
  { accessorKey: 'versionId', header: texts.version, sortFn: 'basic' },
  { accessorKey: 'versionLabel', header: texts.versionName, sortFn: 'alphanumeric' },
];
const WIDTHS = { redirect: 110 };
const FILTERED = ['disId', 'versionId'];

export function Mapping() {
  const [search, change] = useRouteSearch(route);
  const { area: wanted, disId = '', versionId = '' } = search;
  const navigate = route.useNavigate();
  const { areas, defaultArea } = useSession();
  const area = wanted && areas.includes(wanted) ? wanted : defaultArea;
  const { rows, failure } = useTableRows({
    queryKey: ['lcdvMapping', area],
    load: (signal) => api(area).lcdvMapping({ signal }),
    action: 'load mapping',
  });
  const hidden = useHiddenSets(area);
  const cars = useCars(area);
  const columns = useMemo(() => columnsFor(cars, hidden), [cars, hidden]);
  const filters = useMemo(() => ({ disId, versionId }), [disId, versionId]);
  return (
    <>
      <ScreenBar title={texts.title} area={area}>
        {/* Another area: other rows, no filters. */}
        <AreaSelect
          value={area}
          areas={areas}
          names={AREA_NAMES}
          onChange={(next) => void navigate({ search: { area: next } })}
        />
      </ScreenBar>
      <DataTable
        key={area}
        {...useTableSorting(search, change)}
        label={texts.table}
        rows={rows}
        failure={failure}
        columns={columns}
        rowId={(row) => row.versionId}
        widths={WIDTHS}
        filters={filters}
        filteredColumns={FILTERED}
        onFilter={(column, text) => change({ [column]: text || undefined })}
        empty={texts.noMatch}
        exportName="LcdvMapping"
      />
    </>
  );
}

/** Manage image sets (/admin/manage-image-sets): the sets of every area, with copy, rename, delete. */
import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { AREAS, type Area, type SetStatus } from '../../../contract/index.ts';
import { isDisId } from '../../../engine/lcdv.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { CarCell } from '../../areas/cars.tsx';
import { HiddenChip, type HiddenSetInArea } from '../../areas/hiddenSets.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { setTexts as texts } from '../../texts/imageSets.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { useTableRows, useTableState } from '../../ui/useTableState.ts';
import { HistoryButton } from './HistoryButton.tsx';
import { IMAGE_SETS } from './lists.ts';
import { SET_ACTIONS, useSetActions } from './useSetActions.tsx';

interface Row {
  disId: string;
  hidden: readonly HiddenSetInArea[];
  /** the areas that have the set */
  areas: readonly Area[];
}

/** The thumbnail, the id and all three areas beside it; the actions next to them, clear of the notices. */
const WIDTHS = { disId: 470, Copy: 120, Rename: 120 };
/** of a thumbnail and an id: the areas stand below each other */
const ID_WIDTH = 'calc(16ch + 76px)';
const route = getRouteApi('/admin/manage-image-sets');

const rowOf = ({ disId, content, hidden = [] }: SetStatus): Row => ({
  disId,
  hidden,
  areas: AREAS.filter((area) => content[area] !== 'absent'),
});

export function ManageImageSets() {
  const [search, change] = useRouteSearch(route);
  const { busy, ask, dialogs } = useSetActions();
  const { rows: statuses, failure } = useTableRows({ ...IMAGE_SETS, action: 'load dis idss', followsJobs: true });
  const rows = useMemo(() => statuses?.map(rowOf), [statuses]);
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        accessorKey: 'disId',
        header: texts.disId,
        sortFn: 'basic',
        cell: ({ row: { original } }) => (
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
            <Box component="span" sx={{ mr: 1, minWidth: ID_WIDTH }}>
              <CarCell disId={original.disId}>
                <SetLink disId={original.disId} />
                <HiddenChip hidden={original.hidden} />
              </CarCell>
            </Box>
            {original.areas.map((area) => (
              <AreaChip key={area} area={area} />
            ))}
          </Box>
        ),
      },
      ...SET_ACTIONS.map(
        (action): Column<Row> => ({
          id: action,
          header: texts.actions[action],
          enableSorting: false,
          cell: ({ row: { original } }) => (
            <ReasonedButton
              variant="outlined"
              color={action === 'Delete' ? 'error' : 'primary'}
              disabled={busy.has(original.disId)}
              reason={
                action === 'Copy' && !original.areas.includes('embargo')
                  ? texts.notInEmbargo(original.disId)
                  : undefined
              }
              onClick={() => ask(action, original)}
            >
              {(busy.get(original.disId) === action ? texts.underWay : texts.actions)[action]}
            </ReasonedButton>
          ),
        }),
      ),
    ],
    [busy, ask],
  );
  // A deleted set is in no list; its history is the way back.
  const typed = search.text?.trim() ?? '';
  const deleted = isDisId(typed) && (
    <>
      {texts.deleted(typed)}
      <HistoryButton content={{ kind: 'dis', key: typed }} />
    </>
  );
  return (
    <>
      <ScreenBar title={texts.title} />
      <DataTable
        {...useTableState(search, change, 'disId')}
        label={texts.table}
        rows={rows}
        columns={columns}
        rowId={(row) => row.disId}
        widths={WIDTHS}
        filterLabel={texts.filter}
        failure={failure}
        empty={deleted || texts.empty}
        {...(deleted && { noMatch: deleted })}
      />
      {dialogs}
    </>
  );
}

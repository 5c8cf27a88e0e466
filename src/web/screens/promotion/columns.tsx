/**
 * The columns that status and promotion tables share.
 *
 *   Promoted          what they need of a row
 *   uploadColumn
 *   promotionColumn   the last promotion to an area: when, whether one is under way, whether an upload came after it
 *   nameColumn        the set or pack, with its history
 */
import UpdateIcon from '@mui/icons-material/Update';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode } from 'react';
import type { Area } from '../../../contract/index.ts';
import { type PromotionDates, promotionState } from '../../../engine/promotionStatus.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { formatDate } from '../../ui/dates.ts';
import type { ContentKind } from './content.ts';
import { HistoryButton } from './HistoryButton.tsx';

export interface Promoted extends PromotionDates {
  lastPreprodPromoteDate: string | null;
  lastProdPromoteDate: string | null;
  /** the areas that are being changed now */
  underWay?: readonly Area[] | undefined;
}

const UNDER_WAY = 'under way …';
const KEYS = { preprod: 'lastPreprodPromoteDate', prod: 'lastProdPromoteDate' } as const;

function Beside({ muted = false, children }: { muted?: boolean; children: ReactNode }) {
  const look = { display: 'inline-flex', alignItems: 'center', gap: 0.75 } as const;
  return (
    <Box component="span" sx={{ ...look, ...(muted && { color: 'text.secondary' }) }}>
      {children}
    </Box>
  );
}

const UnderWay = () => (
  <Beside>
    <CircularProgress size={14} aria-label="Under way" />
    {UNDER_WAY}
  </Beside>
);

export const uploadColumn = <T extends Promoted>(header: string): Column<T> => ({
  id: 'lastModifiedDate',
  accessorFn: (row) => row.lastModifiedDate,
  header,
  sortFn: 'basic',
  // A roll back of embargo.
  cell: ({ row: { original } }) =>
    original.underWay?.includes('embargo') ? <UnderWay /> : formatDate(original.lastModifiedDate),
  text: (row) => formatDate(row.lastModifiedDate),
});

export function promotionColumn<T extends Promoted>(area: Exclude<Area, 'embargo'>, header: string): Column<T> {
  const key = KEYS[area];
  const isUnderWay = (row: T) => row.underWay?.includes(area) ?? false;
  const textOf = (row: T) => (isUnderWay(row) ? UNDER_WAY : formatDate(row[key]));
  return {
    id: key,
    accessorFn: (row) => row[key],
    header,
    sortFn: 'basic',
    text: textOf,
    cell: ({ row: { original } }) => {
      if (isUnderWay(original)) return <UnderWay />;
      const state = promotionState(original);
      const outdated = original[key] !== null && !(area === 'prod' ? state.toProd : state.toPreProd);
      return (
        <Beside muted={outdated}>
          {textOf(original)}
          {outdated && <UpdateIcon titleAccess="uploaded again since" sx={{ fontSize: 16, color: 'warning.main' }} />}
        </Beside>
      );
    },
  };
}

export const nameColumn = <T extends object>(kind: ContentKind, key: keyof T & string, header: string): Column<T> => ({
  id: key,
  accessorFn: (row) => row[key],
  header,
  sortFn: 'basic',
  cell: (cell) => (
    <>
      {String(cell.getValue())}
      <HistoryButton content={{ kind, key: String(cell.getValue()) }} />
    </>
  ),
  text: (row) => String(row[key]),
});

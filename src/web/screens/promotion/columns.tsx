/**
 * The columns that status and promotion tables share.
 *
 *   Promotable        what they need of a row
 *   uploadColumn
 *   promotionColumn   the last promotion to an area, whether one is under way, and the state of the area's content
 *   nameColumn        the set or pack, with its history
 */

import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode } from 'react';
import type { Area, ContentStates } from '../../../contract/index.ts';
import type { PromotionDates } from '../../../engine/promotionStatus.ts';
import { CarCell, CutText } from '../../areas/cars.tsx';
import { HiddenChip, type HiddenSetInArea, hiddenUntil } from '../../areas/hiddenSets.tsx';
import { promotionTexts } from '../../texts/promotion.ts';
import { formatDate } from '../../ui/dates.ts';
import { UpdateIcon } from '../../ui/icons/Update.tsx';
import { SetLink } from '../../ui/SetLink.tsx';
import { type Column, DATE_WIDTH } from '../../ui/tableColumns.ts';
import type { ContentKind } from './content.ts';
import { contentLabel, isBehind } from './contentLabel.ts';
import { HistoryButton } from './HistoryButton.tsx';

export interface Promotable extends PromotionDates {
  lastPreprodPromoteDate: string | null;
  lastProdPromoteDate: string | null;
  content: ContentStates;
  /** the areas that a job is changing */
  pendingAreas?: readonly Area[] | undefined;
}

/** fits a set id of 16 characters and the button of its history; a wider cell has room for the thumbnail */
const NAME_WIDTH = 'calc(16ch + 60px)';
const KEYS = {
  embargo: 'lastModifiedDate',
  preprod: 'lastPreprodPromoteDate',
  prod: 'lastProdPromoteDate',
} as const;
/** Two lines of 14 and 13 pixels fit into a row without enlarging it. */
const LINE = { display: 'flex', alignItems: 'center', gap: 0.5, lineHeight: '14px', whiteSpace: 'nowrap' } as const;

const Line = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={LINE}>
    {children}
  </Box>
);

/** The date, and below it the state of the area's content. */
function AreaCell({ area, row, date, below }: { area: Area; row: Promotable; date: string; below: ReactNode }) {
  const { label, title } = contentLabel(area, row.content);
  const behind = area === 'embargo' ? label !== '' : isBehind(row.content[area]) && label !== '';
  return (
    // One element: in a card its lines stay below each other.
    <Box component="span" sx={{ display: 'block' }}>
      {date !== '' && <Line>{date}</Line>}
      {label !== '' && (
        <Box
          component="span"
          title={title}
          sx={{ ...LINE, fontSize: '0.6875rem', lineHeight: '13px', color: behind ? 'warning.main' : 'text.secondary' }}
        >
          {behind && <UpdateIcon sx={{ fontSize: 13 }} />}
          {label}
        </Box>
      )}
      {label === '' && below}
    </Box>
  );
}

/** Fills the line below the date if there is nothing to say about the content. */
interface Below<T> {
  readonly cell: (row: T) => ReactNode;
  readonly text: (row: T) => string;
}

/** When content last reached the area, by an upload or a promotion. */
function areaColumn<T extends Promotable>(area: Area, header: string, below?: Below<T>): Column<T> {
  const key = KEYS[area];
  const isUnderWay = (row: T) => row.pendingAreas?.includes(area) ?? false;
  const dateOf = (row: T) => (isUnderWay(row) ? promotionTexts.underWay : formatDate(row[key]));
  return {
    id: key,
    accessorFn: (row) => row[key],
    header,
    sortFn: 'basic',
    minWidth: DATE_WIDTH,
    text: (row) =>
      [dateOf(row), contentLabel(area, row.content).label || (below?.text(row) ?? '')]
        .filter((text) => text !== '')
        .join(', '),
    cell: ({ row: { original } }) =>
      isUnderWay(original) ? (
        <Line>
          <CircularProgress size={14} aria-label={promotionTexts.underWayLabel} />
          {promotionTexts.underWay}
        </Line>
      ) : (
        <AreaCell area={area} row={original} date={dateOf(original)} below={below?.cell(original)} />
      ),
  };
}

export const uploadColumn = <T extends Promotable>(header: string, below?: Below<T>): Column<T> =>
  areaColumn('embargo', header, below);

export const promotionColumn = <T extends Promotable>(area: Exclude<Area, 'embargo'>, header: string): Column<T> =>
  areaColumn(area, header);

/** the areas that hide the row's set from everybody but administrators */
const hiddenOf = (row: object): readonly HiddenSetInArea[] =>
  ('hidden' in row ? (row.hidden as HiddenSetInArea[] | undefined) : undefined) ?? [];

export const nameColumn = <T extends object>(
  kind: ContentKind,
  key: keyof T & string,
  header: string,
  /** shown below the name */
  below?: (row: T) => ReactNode,
): Column<T> => ({
  id: key,
  accessorFn: (row) => row[key],
  header,
  sortFn: 'basic',
  minWidth: NAME_WIDTH,
  cell: (cell) => {
    const name = String(cell.getValue());
    const line = (
      <Line>
        {kind === 'dis' ? <SetLink disId={name} /> : <CutText>{name}</CutText>}
        <HiddenChip hidden={hiddenOf(cell.row.original)} />
        <HistoryButton content={{ kind, key: name }} />
      </Line>
    );
    if (kind === 'dis') return <CarCell disId={name}>{line}</CarCell>;
    return (
      <>
        {line}
        {below?.(cell.row.original)}
      </>
    );
  },
  text: (row) => [String(row[key]), ...hiddenOf(row).map(hiddenUntil)].join(', '),
});

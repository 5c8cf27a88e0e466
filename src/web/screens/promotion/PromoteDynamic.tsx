/** Promote dynamic image sets (/promote/dynamic, 2.8). */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AREA_NAMES, type SetStatus } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { failing, notices } from '../../texts/notices.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { PromoteScreen, type Request, type What, type Wish } from './PromoteScreen.tsx';
import type { PromoteSearch } from './search.ts';
import type { AreaPair } from './usePromotion.ts';

const route = getRouteApi('/promote/dynamic');
const QUERY = ['shortStatus'];
const keyOf = (row: SetStatus) => row.disId;
const DIRECTIONS = [
  ['embargo-preprod', 'Embargo to Pre-Production'],
  ['embargo-prod', 'Embargo to Production'],
  ['preprod-prod', 'Pre-Production to Production'],
] as const;
const WIDTHS = {
  disId: '16%',
  lastModifiedDate: '16%',
  lastPreprodPromoteDate: '16%',
  lastProdPromoteDate: '16%',
  all: '16%',
  meta: '16%',
};
const BUTTONS = [
  ['all', 'all', 'Promote All'],
  ['meta', 'metadata', 'Promote Meta'],
] as const;

/** Why a promotion cannot be asked for; undefined when it can. */
function reasonAgainst({ disId, content }: SetStatus, what: What, { source, target }: AreaPair): string | undefined {
  if (content[source] === 'absent') return `${AREA_NAMES[source]} has no ${disId}.`;
  if (what === 'metadata' && content[target] === 'absent') {
    return `${disId} is not in ${AREA_NAMES[target]}. Promote all of it first.`;
  }
  return undefined;
}

const columns = (direction: AreaPair, ask: (disId: string, what: What) => void): Column<SetStatus>[] => [
  nameColumn('dis', 'disId', 'Dynamic Image Set Id'),
  uploadColumn('Last upload'),
  promotionColumn('preprod', 'Last promotion to pre-prod'),
  promotionColumn('prod', 'Last promotion to prod'),
  ...BUTTONS.map(
    ([id, what, label]): Column<SetStatus> => ({
      id,
      header: label,
      enableSorting: false,
      cell: ({ row }) => (
        <ReasonedButton
          variant="outlined"
          reason={reasonAgainst(row.original, what, direction)}
          onClick={() => ask(row.original.disId, what)}
        >
          {label}
        </ReasonedButton>
      ),
    }),
  ),
];

function requestOf({ key: disId, what, source, target, note }: Wish): Request {
  const args = { params: { id: disId }, body: { disId, source, target, note } };
  return what === 'all'
    ? {
        send: () => api().promote(args),
        done: notices.promotionCreated(disId),
        action: failing.promote(disId, source, target),
      }
    : {
        send: () => api().promoteMetadata(args),
        done: notices.metadataPromoted(disId),
        action: failing.promoteMetadata(disId, source, target),
      };
}

export function PromoteDynamic() {
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<PromoteSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <PromoteScreen
      kind="dis"
      title="Promote dynamic image sets"
      queryKey={QUERY}
      load={(signal) => api().shortStatus({ signal })}
      action="get status"
      search={route.useSearch()}
      onChange={change}
      onReset={() => void navigate({ search: {}, replace: true })}
      legend="From area to area"
      directions={DIRECTIONS}
      nameLabel="Enter Dynamic Image Set Id"
      promoteLabel="Promote selected"
      label="Dynamic image sets"
      columns={columns}
      rowId={keyOf}
      widths={WIDTHS}
      nothingYet="No image set yet. Upload a delivery pack."
      requestOf={requestOf}
    />
  );
}

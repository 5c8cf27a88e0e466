/** Status of dynamic image sets (/status/dynamic, 2.6). */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { SetStatus } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { SetDetailsPanel } from './SetDetailsPanel.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import type { StatusSearch } from './search.ts';

const route = getRouteApi('/status/dynamic');
const QUERY = ['shortStatus'];
const keyOf = (row: SetStatus) => row.disId;
const COLUMNS: Column<SetStatus>[] = [
  uploadColumn('Upload'),
  nameColumn('dis', 'disId', 'Dynamic Image Set'),
  promotionColumn('preprod', 'last Promotion to Pre-Prod'),
  promotionColumn('prod', 'last Promotion to Prod'),
];

export function StatusDynamic() {
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<StatusSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <StatusScreen
      title="Status of dynamic image sets"
      nameLabel="Dynamic Image Set"
      queryKey={QUERY}
      load={(signal) => api().shortStatus({ signal })}
      action="load status"
      search={route.useSearch()}
      onChange={change}
      label="Dynamic image sets"
      columns={COLUMNS}
      rowId={keyOf}
      detail={(row) => <SetDetailsPanel disId={row.disId} />}
      empty="No image set yet. Upload a delivery pack."
      exportName="DynamicImageSets"
    />
  );
}

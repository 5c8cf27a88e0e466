/** Status of dynamic image sets (/status/dynamic, 2.6). */
import { getRouteApi } from '@tanstack/react-router';
import type { SetStatus } from '../../../contract/index.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { IMAGE_SETS } from './lists.ts';
import { SetDetailsPanel } from './SetDetailsPanel.tsx';
import { StatusScreen } from './StatusScreen.tsx';

const route = getRouteApi('/status/dynamic');
const COLUMNS: Column<SetStatus>[] = [
  uploadColumn('Upload'),
  nameColumn('dis', 'disId', 'Dynamic Image Set'),
  promotionColumn('preprod', 'last Promotion to Pre-Prod'),
  promotionColumn('prod', 'last Promotion to Prod'),
];

export function StatusDynamic() {
  const [search, change] = useRouteSearch(route);
  return (
    <StatusScreen
      list={IMAGE_SETS}
      title="Status of dynamic image sets"
      nameLabel="Dynamic Image Set"
      action="load status"
      search={search}
      onChange={change}
      columns={COLUMNS}
      detail={({ disId }) => <SetDetailsPanel disId={disId} />}
      empty="No image set yet. Upload a delivery pack."
      exportName="DynamicImageSets"
    />
  );
}

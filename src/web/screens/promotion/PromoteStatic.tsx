/** Promote static image packs (/promote/static, 2.8): one request for each selected pack. */
import { getRouteApi } from '@tanstack/react-router';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { failing, notices } from '../../texts/notices.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { STATIC_PACKS } from './lists.ts';
import { NewerUpload } from './NewerUpload.tsx';
import { PromoteScreen } from './PromoteScreen.tsx';
import type { Promotion, PromotionCall } from './usePromotion.ts';

const route = getRouteApi('/promote/static');
const DIRECTIONS = [
  ['embargo-preprod', 'Embargo -> Pre-Production'],
  ['embargo-prod', 'Embargo -> Production'],
] as const;

const columns = (): Column<StaticPackStatus>[] => [
  nameColumn('static', 'fileName', 'Static Image Pack Name', (row) => <NewerUpload row={row} />),
  uploadColumn('Last upload'),
  promotionColumn('preprod', 'Last promotion to pre-prod'),
  promotionColumn('prod', 'Last promotion to prod'),
];

const callFor = ({ key: fileName, source, target, note }: Promotion): PromotionCall => ({
  send: () => api().promoteStatic({ body: { fileName, source, target, note } }),
  success: notices.staticPromotionCreated(fileName),
  action: failing.promote(fileName, source, target),
});

export function PromoteStatic() {
  const [search, change] = useRouteSearch(route);
  return (
    <PromoteScreen
      list={STATIC_PACKS}
      title="Promote static image packs"
      action="get static file info"
      search={search}
      onChange={change}
      legend="Direction"
      directions={DIRECTIONS}
      nameLabel="Enter Static Image Pack Name"
      promoteLabel="Promote"
      columns={columns}
      empty="No static pack yet. Upload one."
      callFor={callFor}
    />
  );
}

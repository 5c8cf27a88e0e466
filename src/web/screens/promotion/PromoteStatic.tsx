/** Promote static image packs (/promote/static, 2.8): one request for each selected pack. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { failing, notices } from '../../texts/notices.ts';
import type { Column } from '../../ui/DataTable.tsx';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { NewerUpload } from './NewerUpload.tsx';
import { PromoteScreen, type Request, type Wish } from './PromoteScreen.tsx';
import type { PromoteSearch } from './search.ts';

const route = getRouteApi('/promote/static');
const QUERY = ['staticStatus'];
const keyOf = (row: StaticPackStatus) => row.fileName;
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

const requestOf = ({ key: fileName, source, target, note }: Wish): Request => ({
  send: () => api().promoteStatic({ body: { fileName, source, target, note } }),
  done: notices.staticPromotionCreated(fileName),
  action: failing.promote(fileName, source, target),
});

export function PromoteStatic() {
  const navigate = route.useNavigate();
  const change = useCallback(
    (part: Partial<PromoteSearch>) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true }),
    [navigate],
  );
  return (
    <PromoteScreen
      kind="static"
      title="Promote static image packs"
      queryKey={QUERY}
      load={(signal) => api().staticStatus({ signal })}
      action="get static file info"
      search={route.useSearch()}
      onChange={change}
      onReset={() => void navigate({ search: {}, replace: true })}
      legend="Direction"
      directions={DIRECTIONS}
      nameLabel="Enter Static Image Pack Name"
      promoteLabel="Promote"
      label="Static image packs"
      columns={columns}
      rowId={keyOf}
      nothingYet="No static pack yet. Upload one."
      requestOf={requestOf}
    />
  );
}

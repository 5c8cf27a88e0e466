/** Status of static image packs (/status/static, 2.7). */
import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { STATIC_PACKS } from './lists.ts';
import { NewerUpload, newerUploadText } from './NewerUpload.tsx';
import { StatusScreen } from './StatusScreen.tsx';

const { status: texts } = promotionTexts;
const route = getRouteApi('/status/static');
const WIDTHS = { status: 150 };
const COLUMNS: Column<StaticPackStatus>[] = [
  {
    accessorKey: 'status',
    header: texts.state,
    sortFn: 'basic',
    text: (row) => [texts.states[row.status], newerUploadText(row)].filter((text) => text !== '').join(', '),
    cell: ({ row: { original } }) => (
      <>
        <Box component="span" sx={{ display: 'block', lineHeight: '14px' }}>
          {texts.states[original.status]}
        </Box>
        <NewerUpload row={original} />
      </>
    ),
  },
  uploadColumn(texts.upload),
  nameColumn('static', 'fileName', texts.pack),
  promotionColumn('preprod', texts.toPreProd),
  promotionColumn('prod', texts.toProd),
];

export function StatusStatic() {
  const [search, change] = useRouteSearch(route);
  return (
    <StatusScreen
      list={STATIC_PACKS}
      title={texts.packsTitle}
      nameLabel={texts.pack}
      action="load static file info"
      search={search}
      onChange={change}
      columns={COLUMNS}
      widths={WIDTHS}
      empty={promotionTexts.noMatch}
      exportName="StaticImagePacks"
    />
  );
}

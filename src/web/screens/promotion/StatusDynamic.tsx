/** Status of dynamic image sets (/status/dynamic, 2.6). */
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SetStatus } from '../../../contract/index.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { IMAGE_SETS } from './lists.ts';
import { type Quality, QualityLine, qualityText, useQuality } from './quality.tsx';
import { SetDetailsPanel } from './SetDetailsPanel.tsx';
import { StatusScreen } from './StatusScreen.tsx';

const { status: texts } = promotionTexts;
const route = getRouteApi('/status/dynamic');
const columns = (quality: Quality): Column<SetStatus>[] => [
  uploadColumn(texts.upload, {
    cell: ({ disId }) => <QualityLine counts={quality.get(disId)} area="embargo" />,
    text: ({ disId }) => qualityText(quality.get(disId)),
  }),
  nameColumn('dis', 'disId', texts.set),
  promotionColumn('preprod', texts.toPreProd),
  promotionColumn('prod', texts.toProd),
];

export function StatusDynamic() {
  const [search, change] = useRouteSearch(route);
  const { quality } = useQuality('embargo');
  const columnsNow = useMemo(() => columns(quality), [quality]);
  return (
    <StatusScreen
      list={IMAGE_SETS}
      title={texts.setsTitle}
      nameLabel={texts.set}
      action="load status"
      search={search}
      onChange={change}
      columns={columnsNow}
      detail={({ disId }) => <SetDetailsPanel disId={disId} />}
      empty={promotionTexts.noSets}
      exportName="DynamicImageSets"
    />
  );
}

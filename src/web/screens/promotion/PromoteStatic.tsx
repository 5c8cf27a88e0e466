/** Promote static image packs (/promote/static, 2.8): one request for each selected pack. */
import { getRouteApi } from '@tanstack/react-router';
import type { StaticPackStatus } from '../../../contract/index.ts';
import { startJob } from '../../api/startJob.ts';
import { failing, notices } from '../../texts/notices.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { noticeGroup } from '../../ui/noticeGroups.ts';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import { STATIC_PACKS } from './lists.ts';
import { NewerUpload } from './NewerUpload.tsx';
import { PromoteScreen } from './PromoteScreen.tsx';
import type { Promotion, PromotionCall } from './usePromotion.ts';

const { promote: texts } = promotionTexts;
const route = getRouteApi('/promote/static');
const DIRECTIONS = [
  ['embargo-preprod', texts.packDirections['embargo-preprod']],
  ['embargo-prod', texts.packDirections['embargo-prod']],
] as const;

const columns = (): Column<StaticPackStatus>[] => [
  nameColumn('static', 'fileName', texts.pack, (row) => <NewerUpload row={row} />),
  uploadColumn(texts.upload),
  promotionColumn('preprod', texts.toPreProd),
  promotionColumn('prod', texts.toProd),
];

const callFor = ({ key: fileName, source, target, note }: Promotion): PromotionCall => ({
  send: () => startJob('promoteStatic', { body: { fileName, source, target, note } }),
  success: notices.staticPromotionCreated(fileName),
  group: noticeGroup('promotions', fileName),
  action: failing.promote(fileName, source, target),
});

export function PromoteStatic() {
  const [search, change] = useRouteSearch(route);
  return (
    <PromoteScreen
      list={STATIC_PACKS}
      title={texts.packsTitle}
      action="get static file info"
      search={search}
      onChange={change}
      legend={texts.packsLegend}
      directions={DIRECTIONS}
      nameLabel={texts.packName}
      promoteLabel={texts.packsButton}
      columns={columns}
      empty={promotionTexts.noPacks}
      callFor={callFor}
    />
  );
}

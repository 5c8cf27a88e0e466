/** Promote dynamic image sets (/promote/dynamic, 2.8). */
import { getRouteApi } from '@tanstack/react-router';
import { AREA_NAMES, type SetStatus } from '../../../contract/index.ts';
import { startJob } from '../../api/startJob.ts';
import { failing, notices } from '../../texts/notices.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { noticeGroup } from '../../ui/noticeGroups.ts';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import type { Column } from '../../ui/tableColumns.ts';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { nameColumn, promotionColumn, uploadColumn } from './columns.tsx';
import type { PromotedPart } from './content.ts';
import { IMAGE_SETS } from './lists.ts';
import { PromoteScreen } from './PromoteScreen.tsx';
import { type Quality, QualityLine, qualityText } from './quality.tsx';
import type { AreaPair, Promotion, PromotionCall } from './usePromotion.ts';

const { promote: texts } = promotionTexts;
const route = getRouteApi('/promote/dynamic');
const DIRECTIONS = [
  ['embargo-preprod', texts.setDirections['embargo-preprod']],
  ['embargo-prod', texts.setDirections['embargo-prod']],
  ['preprod-prod', texts.setDirections['preprod-prod']],
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
  ['all', 'all', texts.all],
  ['meta', 'metadata', texts.meta],
] as const;

/** Why a set cannot be promoted; undefined if it can. */
function obstacle({ disId, content }: SetStatus, part: PromotedPart, { source, target }: AreaPair): string | undefined {
  if (content[source] === 'absent') return texts.notInSource(AREA_NAMES[source], disId);
  if (part === 'metadata' && content[target] === 'absent') {
    return texts.notInTarget(AREA_NAMES[target], disId);
  }
  return undefined;
}

const columns = (
  direction: AreaPair,
  onPromote: (disId: string, part: PromotedPart) => void,
  quality: Quality,
): Column<SetStatus>[] => [
  nameColumn('dis', 'disId', texts.set),
  uploadColumn(texts.upload, {
    cell: ({ disId }) => <QualityLine counts={quality.get(disId)} area={direction.source} />,
    text: ({ disId }) => qualityText(quality.get(disId)),
  }),
  promotionColumn('preprod', texts.toPreProd),
  promotionColumn('prod', texts.toProd),
  ...BUTTONS.map(
    ([id, part, label]): Column<SetStatus> => ({
      id,
      header: label,
      enableSorting: false,
      cell: ({ row }) => (
        <ReasonedButton
          variant="outlined"
          reason={obstacle(row.original, part, direction)}
          onClick={() => onPromote(row.original.disId, part)}
        >
          {label}
        </ReasonedButton>
      ),
    }),
  ),
];

function callFor({ key: disId, part, source, target, note }: Promotion): PromotionCall {
  const args = { params: { id: disId }, body: { disId, source, target, note } };
  return part === 'all'
    ? {
        send: () => startJob('promote', args),
        success: notices.promotionCreated(disId),
        group: noticeGroup('promotions', disId),
        action: failing.promote(disId, source, target),
      }
    : {
        send: () => startJob('promoteMetadata', args),
        success: notices.metadataPromoted(disId),
        group: noticeGroup('metadata', disId),
        action: failing.promoteMetadata(disId, source, target),
      };
}

export function PromoteDynamic() {
  const [search, change] = useRouteSearch(route);
  return (
    <PromoteScreen
      list={IMAGE_SETS}
      title={texts.setsTitle}
      action="get status"
      search={search}
      onChange={change}
      legend={texts.setsLegend}
      directions={DIRECTIONS}
      nameLabel={texts.setName}
      promoteLabel={texts.setsButton}
      columns={columns}
      widths={WIDTHS}
      empty={promotionTexts.noSets}
      callFor={callFor}
    />
  );
}

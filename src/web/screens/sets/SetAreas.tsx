/** The areas that have the set: since when, by whom, how the content compares, what the quality report found. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { AREA_NAMES, type Area, type AreaOfSet, type SetOverview } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { environment } from '../../app/environment.ts';
import { useSession } from '../../app/session.tsx';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { hiddenUntil } from '../../areas/hiddenSets.tsx';
import { historyTexts } from '../../texts/history.ts';
import { setPageTexts as texts } from '../../texts/sets.ts';
import { formatDate } from '../../ui/dates.ts';
import { contentLabel } from '../promotion/contentLabel.ts';

const Link = createLink(MuiLink);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The numbers of the report, linked to it. */
function Quality({ disId, area }: { disId: string; area: Area }) {
  const { areas } = useSession();
  const report = useQuery({
    queryKey: ['qualityReport', area, disId],
    // Testers have the addresses of their areas; uploaders without a test role have the administration address.
    queryFn: ({ signal }) =>
      api(areas.includes(area) ? area : undefined).qualityReport({ params: { id: disId }, query: { area }, signal }),
  });
  const { data } = report;
  return (
    <Typography variant="body2">
      <Link to="/quality/$disId" params={{ disId }} search={{ area }}>
        {texts.quality}
      </Link>
      {data && `: ${data.state === 'making' ? texts.qualityMaking : texts.qualityCounts(data.errors, data.warnings)}`}
    </Typography>
  );
}

function AreaCard({
  disId,
  of,
  content,
  shown,
  pending,
  onShow,
}: {
  disId: string;
  of: AreaOfSet;
  content: SetOverview['content'];
  shown: boolean;
  /** a job is about to change it */
  pending: boolean;
  onShow: () => void;
}) {
  const { can } = useSession();
  const { area, since, who, reason, packs, hidden } = of;
  const state = content && contentLabel(area, content);
  const did = reason === null ? '' : (historyTexts.reasons[reason] ?? reason);
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        p: 1.5,
        border: 1,
        borderLeft: 4,
        borderColor: shown ? `${area}.main` : 'divider',
        borderLeftColor: `${area}.main`,
        borderRadius: 1,
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30 }}>
        <AreaChip area={area} />
        <Typography variant="body2" color="textSecondary" title={state?.title} sx={{ flex: 1 }}>
          {state?.label}
        </Typography>
        {shown ? (
          <Typography variant="body2" color="textSecondary">
            {texts.shown}
          </Typography>
        ) : (
          <Button size="small" onClick={onShow}>
            {texts.show(AREA_NAMES[area])}
          </Button>
        )}
      </Box>
      <Typography variant="body2">
        {[texts.since(formatDate(since)), who !== null && did !== '' && texts.by(did, who)].filter(Boolean).join(', ')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {texts.counts(
          sum(packs.map(({ pictures }) => pictures)),
          sum(packs.map(({ metaFiles }) => metaFiles)),
          packs.length,
        )}
      </Typography>
      {hidden && (
        <Typography variant="body2" color="warning">
          {texts.hidden(hiddenUntil({ ...hidden, area }), hidden.reason)}
        </Typography>
      )}
      {pending && (
        <Typography variant="body2" role="status">
          {texts.underWay}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 0.5 }}>
        {environment().FEATURE_QUALITY_REPORT_ENABLED && <Quality disId={disId} area={area} />}
        {can.admin && (
          <Link variant="body2" to="/admin/file-browser" search={{ path: `/${area}/dis/${disId}` }}>
            {texts.files}
          </Link>
        )}
      </Box>
    </Box>
  );
}

export function SetAreas({
  overview: { disId, areas, content, pendingAreas = [] },
  shown,
  onShow,
}: {
  overview: SetOverview;
  /** the area that the page shows now */
  shown: Area | undefined;
  onShow: (area: Area) => void;
}) {
  return (
    <Box component="ul" aria-label={texts.areas} sx={{ m: 0, p: 0, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      {areas.map((of) => (
        <AreaCard
          key={of.area}
          disId={disId}
          of={of}
          content={content}
          shown={of.area === shown}
          pending={pendingAreas.includes(of.area)}
          onShow={() => onShow(of.area)}
        />
      ))}
    </Box>
  );
}

/** The quality report of a set as a page (/quality/…): the findings by kind, with filters by severity and text. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AREAS, type QualityFinding } from '../../../contract/index.ts';
import type { FindingKind } from '../../../engine/quality/findings.ts';
import { api } from '../../api/api.ts';
import { useSession } from '../../app/session.tsx';
import { BELOW_BARS } from '../../app/theme.ts';
import { AreaSelect } from '../../areas/AreaSelect.tsx';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { ACTIONS } from '../../texts/failures.ts';
import { qualityTexts as texts } from '../../texts/quality.ts';
import { formatDate } from '../../ui/dates.ts';
import { FilterField } from '../../ui/FilterField.tsx';
import { ErrorIcon } from '../../ui/icons/Error.tsx';
import { WarningIcon } from '../../ui/icons/Warning.tsx';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { FindingRow } from './FindingRow.tsx';

const route = getRouteApi('/quality/$disId');
const POLL_INTERVAL_MS = 1500;

const matches = (one: QualityFinding, text: string): boolean =>
  text === '' || JSON.stringify(one).toLowerCase().includes(text.trim().toLowerCase());

export function QualityReport() {
  const { disId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { areas, can, defaultArea } = useSession();
  const readable = can.upload ? AREAS : areas;
  const area = [search.area, 'embargo' as const].find((one) => one && readable.includes(one)) ?? defaultArea;
  const { severity, text = '' } = search;
  const report = useQuery({
    queryKey: ['qualityReport', area, disId],
    // Testers have the addresses of their areas; uploaders without a test role have the administration address.
    queryFn: ({ signal }) => {
      const calls = areas.includes(area) ? api(area) : api();
      return calls.qualityReport({ params: { id: disId }, query: { area }, signal });
    },
    refetchInterval: (query) => (query.state.data?.state === 'making' ? POLL_INTERVAL_MS : false),
  });
  const all = report.data?.findings ?? [];
  const shown = all.filter((one) => (severity === undefined || one.severity === severity) && matches(one, text));
  const count = (of: string) => all.filter((one) => one.severity === of).length;
  const isCreating = report.data?.state === 'making';
  const withheld = report.data?.withheld;
  return (
    <>
      <ScreenBar title={texts.title(disId)} area={area}>
        <AreaSelect
          value={area}
          areas={readable}
          onChange={(next) => void navigate({ search: (before) => ({ ...before, area: next }) })}
        />
      </ScreenBar>
      <Box sx={{ height: 4 }}>{(report.isPending || isCreating) && <LoadingBar label={texts.creating} />}</Box>
      <Box sx={{ p: 2, maxWidth: 1000 }}>
        {isCreating && (
          <Alert severity="info" role="status">
            {texts.creatingNote}
          </Alert>
        )}
        {report.error && (
          <QueryStatus query={report} loading={texts.creating} action={ACTIONS['load the quality report']} />
        )}
        {withheld !== undefined && !isCreating && (
          <Alert severity="info" role="status">
            {texts.withheld(report.data?.errors ?? 0, report.data?.warnings ?? 0, withheld)}
          </Alert>
        )}
        {report.data && withheld === undefined && !isCreating && (
          <>
            <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
              <ToggleChoice
                label={texts.severity}
                value={severity ?? 'all'}
                choices={[
                  { value: 'all', label: texts.all(all.length) },
                  { value: 'error', label: texts.errors(count('error')) },
                  { value: 'warning', label: texts.warnings(count('warning')) },
                ]}
                onChange={(next) =>
                  void navigate({ search: (before) => ({ ...before, severity: next === 'all' ? undefined : next }) })
                }
              />
              <FilterField
                label={texts.filter}
                value={text}
                onChange={(next) =>
                  void navigate({ search: (before) => ({ ...before, text: next || undefined }), replace: true })
                }
                focusShortcut
                width={240}
              />
              <Typography variant="body2" color="textSecondary">
                {texts.created(formatDate(report.data.madeAt), report.data.versions)}
              </Typography>
            </Stack>
            {all.length === 0 && (
              <Alert severity="success" role="status">
                {texts.none}
              </Alert>
            )}
            {all.length > 0 && shown.length === 0 && <Typography>{texts.noMatch}</Typography>}
            {[...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, findings]) => (
              <Box key={kind} component="section" sx={{ mb: 3 }}>
                <Typography
                  component="h2"
                  variant="h2"
                  sx={{
                    display: 'flex',
                    gap: 1,
                    alignItems: 'center',
                    position: 'sticky',
                    top: BELOW_BARS,
                    bgcolor: 'background.default',
                    py: 0.5,
                    zIndex: 1,
                  }}
                >
                  {findings[0]?.severity === 'error' ? (
                    <ErrorIcon color="error" titleAccess={texts.error} fontSize="small" />
                  ) : (
                    <WarningIcon color="warning" titleAccess={texts.warning} fontSize="small" />
                  )}
                  {texts.kinds[kind as FindingKind] ?? kind}
                  <Chip size="small" label={formatNumber(findings.length)} />
                </Typography>
                <Box component="ul" sx={{ p: 0, m: 0, pl: 3.5 }}>
                  {findings.map((one) => (
                    <FindingRow
                      key={`${one.place} ${one.message} ${one.driver ?? ''}`}
                      area={area}
                      disId={disId}
                      finding={one}
                    />
                  ))}
                </Box>
              </Box>
            ))}
          </>
        )}
      </Box>
    </>
  );
}

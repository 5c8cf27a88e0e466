/** Storage (/admin/storage): what takes space, as last measured, and what can be deleted. Beyond the specification. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { ACTIONS } from '../../texts/failures.ts';
import { storageTexts as texts } from '../../texts/storage.ts';
import { formatDate } from '../../ui/dates.ts';
import { failureOf, failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
import { useRouteSearch } from '../../ui/useRouteSearch.ts';
import { DeletablePacks } from './DeletablePacks.tsx';
import { StorageOverview } from './StorageOverview.tsx';
import { StoredSets } from './StoredSets.tsx';

const route = getRouteApi('/admin/storage');
const KEY = ['storage'];
const VIEWS = ['overview', 'sets', 'packs'] as const;

export function Storage() {
  const [{ view = 'overview' }, change] = useRouteSearch(route);
  const notify = useNotify();
  const client = useQueryClient();
  const query = useQuery({ queryKey: [...KEY, 'report'], queryFn: ({ signal }) => api().storage({ signal }) });
  useJobChanges(KEY);
  const { data } = query;
  const measure = useMutation({
    mutationFn: () => api().measureStorage(),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    onError: (error) => notify('error', failureText(texts.measure.failed, error)),
  });
  const isMeasuring = measure.isPending || data?.measuring === true;
  return (
    <>
      <ScreenBar title={texts.title}>
        <ToggleChoice
          label={texts.views.label}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: texts.views[value] }))}
          onChange={(next) =>
            change({ view: next === 'overview' ? undefined : next, sort: undefined, desc: undefined, text: undefined })
          }
        />
        <Typography variant="body2" color="textSecondary" role="status">
          {isMeasuring ? texts.measure.running : data?.measured ? texts.measure.at(formatDate(data.measured.at)) : ''}
        </Typography>
        <Button variant="outlined" size="medium" loading={isMeasuring} onClick={() => measure.mutate()}>
          {texts.measure.button}
        </Button>
      </ScreenBar>
      {view === 'overview' && (
        <>
          {!data && (
            <Box sx={{ p: 2 }}>
              <QueryStatus query={query} loading={texts.loading} action={ACTIONS['load the storage']} />
            </Box>
          )}
          {data && <StorageOverview storage={data} />}
        </>
      )}
      {view === 'sets' && (
        <>
          <Typography color="textSecondary" sx={{ px: 2, py: 1 }}>
            {texts.sets.note}
          </Typography>
          <StoredSets />
        </>
      )}
      {view === 'packs' && (
        <DeletablePacks
          packs={data?.deletablePacks}
          graceDays={data?.cleanUp.graceDays ?? 0}
          failure={failureOf(query)}
        />
      )}
    </>
  );
}

/**
 * General logs (/logs): pages of 20, 50 or 100 lines, newest first; filtered by text, level and day; live; saved as JSON lines.
 *
 *   Logs
 */
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TablePagination from '@mui/material/TablePagination';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LOG_FILTER_LENGTH, LOG_PAGE_SIZES } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { HEIGHT_BELOW } from '../../app/theme.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { logTexts as texts } from '../../texts/logs.ts';
import { DayField } from '../../ui/DayField.tsx';
import { FilterField } from '../../ui/FilterField.tsx';
import { failureOf } from '../../ui/failure.ts';
import { LoadingBar } from '../../ui/LoadingBar.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { DownloadLog } from './DownloadLog.tsx';
import { LevelField } from './LevelField.tsx';
import { LineTable } from './LineTable.tsx';
import { lineQuery } from './lineFilter.ts';
import { HintOfDynamicLog } from './OtherLogHint.tsx';
import type { LogSearch } from './search.ts';

const route = getRouteApi('/logs');
/** the number of lines before the first answer (section 9) */
const INITIAL_TOTAL = 200;
/** how often the newest lines are loaded while the log is live */
const LIVE_INTERVAL_MS = 2000;
const TITLES = [
  { label: texts.timestamp, width: '13%' },
  { label: texts.status, width: '5%' },
  { label: texts.context, width: '32%' },
  { label: texts.message, width: '50%' },
] as const;

export function Logs() {
  const { page = 0, size = LOG_PAGE_SIZES[0], filter: typed = '', level, day, live = false } = route.useSearch();
  const text = typed.trim();
  // The text index cannot find shorter texts: until the text is long enough, all lines are shown.
  const filter = [...text].length >= LOG_FILTER_LENGTH ? text : undefined;
  const filters = lineQuery({ filter, level, day });
  const isFiltered = Object.keys(filters).length > 0;
  const navigate = route.useNavigate();
  const lines = useQuery({
    queryKey: ['log', page, size, filters],
    refetchInterval: live ? LIVE_INTERVAL_MS : false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api().log({
        query: {
          excludeMessage: 'DynamicImageSet',
          alternativeMessage: 'Corvet',
          page,
          size,
          ...filters,
        },
        signal,
      }),
  });
  useFailureNotice(lines.error, 'load log lines');
  const total = lines.data?.total ?? INITIAL_TOTAL;
  const lastPage = Math.max(0, Math.ceil(total / size) - 1);
  // A link to a page that does not exist leads to the last one.
  const isBeyondEnd = lines.data !== undefined && !lines.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyondEnd) void navigate({ search: (before) => ({ ...before, page: lastPage }), replace: true });
  }, [isBeyondEnd, lastPage, navigate]);
  const show = ({ page: toPage, size: ofSize, live: isLive }: LogSearch) => {
    void navigate({ search: (before) => ({ ...before, page: toPage, size: ofSize, live: isLive }) });
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  /** What another filter finds begins on its first page. */
  const narrow = (part: Pick<LogSearch, 'filter' | 'level' | 'day'>) =>
    void navigate({ search: (before) => ({ ...before, ...part, page: undefined }), replace: true });
  return (
    <>
      <ScreenBar title={texts.title}>
        <FilterField
          label={texts.filter(LOG_FILTER_LENGTH)}
          value={typed}
          onChange={(next) => narrow({ filter: next || undefined })}
          focusShortcut
          width={320}
        />
        <LevelField level={level} onLevel={(next) => narrow({ level: next })} />
        <DayField label={texts.day} day={day} onDay={(next) => narrow({ day: next })} />
        <FormControlLabel
          label={texts.live}
          control={
            <Switch
              checked={live}
              onChange={(_event, on) => show({ page: on ? 0 : page, size, ...(on && { live: true as const }) })}
            />
          }
        />
        <DownloadLog query={filters} />
      </ScreenBar>
      {lines.isFetching && !(live && lines.data) && <LoadingBar label={texts.loading} />}
      <LineTable
        label={texts.table}
        titles={TITLES}
        lines={isBeyondEnd ? undefined : lines.data?.items}
        failure={failureOf(lines)}
        {...(isFiltered && {
          empty: (
            <>
              {filter === undefined || level !== undefined || day !== undefined
                ? texts.noneShown
                : texts.noMatch(filter)}
              {filter !== undefined && <HintOfDynamicLog filter={filter} />}
            </>
          ),
        })}
      />
      <TablePagination
        component="div"
        count={total}
        page={Math.min(page, lastPage)}
        rowsPerPage={size}
        rowsPerPageOptions={[...LOG_PAGE_SIZES]}
        showFirstButton
        showLastButton
        labelRowsPerPage={texts.linesPerPage}
        getItemAriaLabel={texts.goTo}
        labelDisplayedRows={({ from, to, count }) => texts.range(from, to, count, lines.data?.more ?? false)}
        onPageChange={(_event, next) => show({ page: next, size })}
        onRowsPerPageChange={(event) => show({ page: 0, size: Number(event.target.value) as LogSearch['size'] })}
        sx={{
          position: 'sticky',
          bottom: `var(${HEIGHT_BELOW}, 0px)`,
          bgcolor: 'background.paper',
          borderTop: 1,
          borderColor: 'divider',
          // On a phone there is room for all four arrows, or for the words before the number.
          '& .MuiTablePagination-selectLabel': { display: { xs: 'none', sm: 'block' } },
          '& .MuiTablePagination-toolbar': { px: { xs: 1, sm: 2 } },
          '& .MuiTablePagination-input': { mx: { xs: 1, sm: 2 } },
          '& .MuiTablePagination-actions': { ml: { xs: 0, sm: 2 } },
        }}
      />
    </>
  );
}

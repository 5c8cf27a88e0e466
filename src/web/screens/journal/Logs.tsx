/** General logs (/logs): pages of 20, 50 or 100 lines, newest first. */
import LinearProgress from '@mui/material/LinearProgress';
import TablePagination from '@mui/material/TablePagination';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LOG_PAGE_SIZES } from '../../../contract/journal.ts';
import { api } from '../../api/api.ts';
import { ScreenBar } from '../../areas/ScreenBar.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';
import { LineTable } from './LineTable.tsx';
import type { LogSearch } from './search.ts';

const route = getRouteApi('/logs');
/** The length before the first answer (section 9). */
const TOTAL_AT_FIRST = 200;
const HEADS = [
  { label: 'Timestamp', width: '13%' },
  { label: 'Status', width: '5%' },
  { label: 'Context', width: '32%' },
  { label: 'Message', width: '50%' },
] as const;

export function Logs() {
  const { page = 0, size = LOG_PAGE_SIZES[0] } = route.useSearch();
  const navigate = route.useNavigate();
  const lines = useQuery({
    queryKey: ['log', page, size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api().log({
        query: { excludeMessage: 'DynamicImageSet', alternativeMessage: 'Corvet', page, size },
        signal,
      }),
  });
  useFailureNotice(lines.error, 'load log lines');
  const show = (next: LogSearch) => {
    void navigate({ search: next });
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <>
      <ScreenBar title="Logs" />
      {lines.isFetching && <LinearProgress aria-label="Loading log lines" />}
      <LineTable label="Log lines" heads={HEADS} lines={lines.data?.items} />
      <TablePagination
        component="div"
        count={lines.data?.total ?? TOTAL_AT_FIRST}
        page={page}
        rowsPerPage={size}
        rowsPerPageOptions={[...LOG_PAGE_SIZES]}
        showFirstButton
        showLastButton
        labelRowsPerPage="Lines per page"
        getItemAriaLabel={(type) => `Go to ${type} page`}
        labelDisplayedRows={({ from, to, count }) => `${from}–${to} of ${count}`}
        onPageChange={(_event, next) => show({ page: next, size })}
        onRowsPerPageChange={(event) => show({ page: 0, size: Number(event.target.value) as LogSearch['size'] })}
        sx={{ position: 'sticky', bottom: 0, bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' }}
      />
    </>
  );
}

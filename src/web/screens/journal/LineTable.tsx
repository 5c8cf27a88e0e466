/** Log lines as a table: whole messages, so rows are as high as they need. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { LogLine } from '../../../contract/index.ts';
import { BELOW_BARS } from '../../app/theme.ts';
import { formatDate } from '../../ui/dates.ts';
import { FailureRow } from '../../ui/FailureRow.tsx';
import type { Failure } from '../../ui/failure.ts';

const COLOURS = { INFO: 'text.secondary', WARN: 'warning.main', ERROR: 'error.main' } as const;
const SKELETONS = 8;
/** The column of the status is narrow: its words must fit, and a date stands on one line at 1280 pixels. */
const STATUS = { px: 0.5, whiteSpace: 'nowrap', overflow: 'hidden' } as const;
const TIMESTAMP = { pr: 0, fontVariantNumeric: 'tabular-nums', letterSpacing: '-0.01em' } as const;
/** In a narrower window the table scrolls sideways, and its head with it. */
const LEAST_WIDTH = 1000;
const NARROW = `@media (max-width: ${LEAST_WIDTH - 1}px)`;

export function LineTable({
  label,
  heads,
  lines,
  empty = 'Nothing has been logged yet.',
  failure,
}: {
  label: string;
  /** timestamp, status, context, message */
  heads: readonly { label: string; width: string }[];
  /** undefined while loading */
  lines: readonly LogLine[] | undefined;
  /** what a table without lines says */
  empty?: string;
  failure?: Failure | undefined;
}) {
  return (
    <Box
      role="region"
      aria-label={`${label}, scrolling`}
      tabIndex={0}
      sx={{ bgcolor: 'background.paper', [NARROW]: { overflowX: 'auto' } }}
    >
      <Table
        size="small"
        stickyHeader
        aria-label={label}
        sx={{ tableLayout: 'fixed', minWidth: LEAST_WIDTH, overflowWrap: 'anywhere' }}
      >
        <TableHead>
          <TableRow>
            {heads.map((head, column) => (
              <TableCell
                key={head.label}
                sx={{
                  width: head.width,
                  bgcolor: 'background.paper',
                  top: BELOW_BARS,
                  [NARROW]: { position: 'static' },
                  ...(column === 1 && STATUS),
                }}
              >
                {head.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {failure && lines === undefined && <FailureRow columns={heads.length} failure={failure} />}
          {lines === undefined &&
            !failure &&
            Array.from({ length: SKELETONS }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
              <TableRow key={i}>
                <TableCell colSpan={heads.length}>
                  <Skeleton />
                </TableCell>
              </TableRow>
            ))}
          {lines?.length === 0 && (
            <TableRow>
              <TableCell colSpan={heads.length} sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
                {empty}
              </TableCell>
            </TableRow>
          )}
          {lines?.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike in everything
            <TableRow key={`${line.timestamp} ${i}`} hover sx={{ verticalAlign: 'top' }}>
              <TableCell sx={TIMESTAMP}>{formatDate(line.timestamp)}</TableCell>
              <TableCell sx={{ ...STATUS, color: COLOURS[line.status], fontWeight: 600 }}>{line.status}</TableCell>
              <TableCell>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <span>{line.context}</span>
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    by {line.who}
                  </Box>
                </Box>
              </TableCell>
              <TableCell>{line.message}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

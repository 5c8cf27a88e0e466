/** Log lines as a table. Messages are shown in full, so rows differ in height. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import type { LogLine } from '../../../contract/index.ts';
import { BELOW_BARS } from '../../app/theme.ts';
import { logTexts as texts } from '../../texts/logs.ts';
import { formatDate } from '../../ui/dates.ts';
import type { Failure } from '../../ui/failure.ts';
import { SetText } from '../../ui/SetLink.tsx';
import { PlaceholderRows } from '../../ui/TablePlaceholders.tsx';

const COLOURS = { INFO: 'text.secondary', WARN: 'warning.main', ERROR: 'error.main' } as const;
/** The column of the status is narrow, so that a date fits on one line at 1280 pixels. */
const STATUS = { px: 0.5, whiteSpace: 'nowrap', overflow: 'hidden' } as const;
const TIMESTAMP = {
  pr: 0,
  whiteSpace: 'nowrap',
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '-0.02em',
} as const;
/** In a narrower window each line is a block: time, status, context and person, and the message below. */
const MIN_WIDTH = 1000;
const NARROW = `@media screen and (max-width: ${MIN_WIDTH - 1}px)`;
const BLOCKS = {
  [NARROW]: {
    '&, & tbody': { display: 'block' },
    // Screen readers go on reading the titles of the columns.
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': {
      display: 'flex',
      flexWrap: 'wrap',
      height: 'auto',
      alignItems: 'baseline',
      columnGap: 1,
      px: 2,
      py: 0.75,
      borderBottom: 1,
      borderColor: 'divider',
    },
    // Twice the class: stronger than what a cell says itself.
    '& tbody td.MuiTableCell-root.MuiTableCell-root': {
      display: 'block',
      p: 0,
      border: 0,
      width: 'auto',
      height: 'auto',
    },
    '& tbody td:nth-of-type(3)': { flex: '1 1 12ch', minWidth: 0 },
    '& tbody td:nth-of-type(4), & tbody td[colspan]': { flex: '1 0 100%' },
  },
} as const;

export function LineTable({
  label,
  titles,
  lines,
  empty = texts.empty,
  failure,
}: {
  label: string;
  /** timestamp, status, context, message */
  titles: readonly { label: string; width: string }[];
  /** undefined while loading */
  lines: readonly LogLine[] | undefined;
  /** shown when there are no lines */
  empty?: ReactNode;
  failure?: Failure | undefined;
}) {
  return (
    <Box sx={{ bgcolor: 'background.paper' }}>
      {/* The roles outlast the look of a table. */}
      <Table
        size="small"
        stickyHeader
        role="table"
        aria-label={label}
        sx={{ tableLayout: 'fixed', overflowWrap: 'anywhere', ...BLOCKS }}
      >
        <TableHead role="rowgroup">
          <TableRow role="row">
            {titles.map((title, column) => (
              <TableCell
                key={title.label}
                role="columnheader"
                sx={{
                  width: title.width,
                  bgcolor: 'background.paper',
                  top: BELOW_BARS,
                  ...(column === 1 && STATUS),
                }}
              >
                {title.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          <PlaceholderRows
            columns={titles.length}
            loaded={lines !== undefined}
            failure={failure}
            words={lines?.length === 0 ? empty : undefined}
          />
          {lines?.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be identical
            <TableRow key={`${line.timestamp} ${i}`} role="row" hover sx={{ verticalAlign: 'top' }}>
              <TableCell role="cell" sx={TIMESTAMP}>
                {formatDate(line.timestamp)}
              </TableCell>
              <TableCell role="cell" sx={{ ...STATUS, color: COLOURS[line.status], fontWeight: 600 }}>
                {line.status}
              </TableCell>
              <TableCell role="cell">
                <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <span>
                    <SetText text={line.context} />
                  </span>
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {texts.by(line.who)}
                  </Box>
                </Box>
              </TableCell>
              <TableCell role="cell">
                <SetText text={line.message} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

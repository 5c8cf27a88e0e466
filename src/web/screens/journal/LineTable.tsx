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
/** In a narrower window the table scrolls sideways, together with its head. */
const MIN_WIDTH = 1000;
const NARROW = `@media (max-width: ${MIN_WIDTH - 1}px)`;

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
    <Box
      role="region"
      aria-label={texts.scrolling(label)}
      tabIndex={0}
      sx={{ bgcolor: 'background.paper', [NARROW]: { overflowX: 'auto' } }}
    >
      <Table
        size="small"
        stickyHeader
        aria-label={label}
        sx={{ tableLayout: 'fixed', minWidth: MIN_WIDTH, overflowWrap: 'anywhere' }}
      >
        <TableHead>
          <TableRow>
            {titles.map((title, column) => (
              <TableCell
                key={title.label}
                sx={{
                  width: title.width,
                  bgcolor: 'background.paper',
                  top: BELOW_BARS,
                  [NARROW]: { position: 'static' },
                  ...(column === 1 && STATUS),
                }}
              >
                {title.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <PlaceholderRows
            columns={titles.length}
            loaded={lines !== undefined}
            failure={failure}
            words={lines?.length === 0 ? empty : undefined}
          />
          {lines?.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be identical
            <TableRow key={`${line.timestamp} ${i}`} hover sx={{ verticalAlign: 'top' }}>
              <TableCell sx={TIMESTAMP}>{formatDate(line.timestamp)}</TableCell>
              <TableCell sx={{ ...STATUS, color: COLOURS[line.status], fontWeight: 600 }}>{line.status}</TableCell>
              <TableCell>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
                  <span>
                    <SetText text={line.context} />
                  </span>
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {texts.by(line.who)}
                  </Box>
                </Box>
              </TableCell>
              <TableCell>
                <SetText text={line.message} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

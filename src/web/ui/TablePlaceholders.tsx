/**
 * What a table's body shows besides its rows.
 *
 *   PlaceholderRows   while it loads, when it failed, and when there are no rows
 *   Spacer            for the rows above and below those that are drawn
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { widgetTexts } from '../texts/widgets.ts';
import { FailureText } from './FailureText.tsx';
import type { Failure } from './failure.ts';

const SKELETONS = 6;
/** In a narrow window a cell is a block, in which the height of a row would cut the second line off. */
const MESSAGE = { py: 4, height: 'auto', textAlign: 'center' } as const;

export function PlaceholderRows({
  columns,
  loaded,
  failure,
  words,
}: {
  columns: number;
  /** rows that were already loaded stay if reloading fails */
  loaded: boolean;
  failure: Failure | undefined;
  /** undefined: there are rows */
  words: ReactNode;
}) {
  if (!loaded && failure) {
    return (
      <TableRow>
        <TableCell colSpan={columns} sx={{ ...MESSAGE, whiteSpace: 'normal' }}>
          <FailureText text={failure.text} />
          <Box sx={{ mt: 1 }}>
            <Button variant="outlined" onClick={failure.retry}>
              {widgetTexts.tryAgain}
            </Button>
          </Box>
        </TableCell>
      </TableRow>
    );
  }
  if (!loaded) {
    return Array.from({ length: SKELETONS }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike
      <TableRow key={i}>
        <TableCell colSpan={columns}>
          <Skeleton />
        </TableCell>
      </TableRow>
    ));
  }
  if (words === undefined) return null;
  return (
    <TableRow>
      <TableCell colSpan={columns} sx={{ ...MESSAGE, color: 'text.secondary' }}>
        {words}
      </TableCell>
    </TableRow>
  );
}

/** @param height pixels */
export function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

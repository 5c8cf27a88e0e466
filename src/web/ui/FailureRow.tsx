/** A failure in place of a table's rows, with a way to try again. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { FailureText } from './FailureText.tsx';
import type { Failure } from './failure.ts';

export function FailureRow({ columns, failure }: { columns: number; failure: Failure }) {
  return (
    <TableRow>
      <TableCell colSpan={columns} sx={{ py: 4, textAlign: 'center', whiteSpace: 'normal' }}>
        <FailureText text={failure.text} />
        <Box sx={{ mt: 1 }}>
          <Button variant="outlined" onClick={failure.retry}>
            Try again
          </Button>
        </Box>
      </TableCell>
    </TableRow>
  );
}

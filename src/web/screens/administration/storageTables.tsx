/** Cells and notes of the tables about storage. */
import TableCell from '@mui/material/TableCell';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Style of amounts: their digits stand below each other. */
export const NUMBER = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
/** Title of a column of amounts. */
export const right = (label: string) => ({ label, align: 'right' }) as const;
export const Amount = ({ children }: { children: ReactNode }) => (
  <TableCell align="right" sx={NUMBER}>
    {children}
  </TableCell>
);
export const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);

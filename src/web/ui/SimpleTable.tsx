/** A short table in a panel or dialog: a few titles above rows that are drawn as they are. */
import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface Title {
  readonly label: string;
  readonly align: 'right';
}

export function SimpleTable({
  label,
  titles,
  minWidth = 0,
  children,
}: {
  label: string;
  /** a text, or one that is aligned right like its numbers; '' for a column of buttons */
  titles: readonly (string | Title)[];
  /** pixels; in less space the table scrolls */
  minWidth?: number;
  children: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const table of current.children) observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return (
    // Arrow keys scroll what has the focus.
    <Box ref={frame} {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })} sx={{ overflowX: 'auto' }}>
      {/* Breaking words anywhere, as dialogs do, would make columns as narrow as one letter. */}
      <Table size="small" aria-label={label} sx={{ minWidth, overflowWrap: 'break-word' }}>
        <TableHead>
          <TableRow>
            {titles.map((title) =>
              typeof title === 'string' ? (
                <TableCell key={title}>{title}</TableCell>
              ) : (
                <TableCell key={title.label} align={title.align}>
                  {title.label}
                </TableCell>
              ),
            )}
          </TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Box>
  );
}

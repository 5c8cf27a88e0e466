/**
 * A short table in a panel or dialog: a few titles above rows that are drawn as they are. In less space than it needs, each row
 * is a card, in which a cell's title is beside it.
 */
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

const labelOf = (title: string | Title): string => (typeof title === 'string' ? title : title.label);

/** @param width below which rows are cards, pixels */
const cardsBelow = (width: number, titles: readonly (string | Title)[]) => ({
  [`@container (max-width: ${width - 0.02}px)`]: {
    minWidth: 0,
    '&, tbody, tr': { display: 'block' },
    thead: { display: 'none' },
    tr: { borderBottom: 1, borderColor: 'divider', py: 1 },
    '&& td': {
      display: 'block',
      position: 'relative',
      minWidth: 0,
      height: 'auto',
      p: 0,
      py: 0.5,
      pl: '36%',
      border: 0,
      textAlign: 'left',
      whiteSpace: 'normal',
    },
    // Buttons may take several lines here.
    '&& td .MuiButton-sizeSmall': { my: 0 },
    '&& td:empty': { display: 'none' },
    // What is below a row is as wide as the card.
    '&& td[colspan]': { p: 1 },
    'td:not([colspan])::before': {
      position: 'absolute',
      left: 0,
      width: '34%',
      color: 'text.secondary',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    ...Object.fromEntries(
      titles.map((title, at) => [
        `td:not([colspan]):nth-of-type(${at + 1})::before`,
        { content: JSON.stringify(labelOf(title)) },
      ]),
    ),
  },
});

export function SimpleTable({
  label,
  titles,
  minWidth = 0,
  children,
}: {
  label: string;
  /** a text, or one that is aligned right like its numbers; '' for a column of buttons */
  titles: readonly (string | Title)[];
  /** pixels; in less space the rows are cards. Absent: in too little space the table scrolls */
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
    <Box
      ref={frame}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })}
      sx={{ overflowX: 'auto', ...(minWidth > 0 && { containerType: 'inline-size' }) }}
    >
      {/* Breaking words anywhere, as dialogs do, would make columns as narrow as one letter. */}
      <Table
        size="small"
        aria-label={label}
        sx={{ minWidth, overflowWrap: 'break-word', ...(minWidth > 0 && cardsBelow(minWidth, titles)) }}
      >
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

/** Two texts compared line by line: removed lines in red with a minus, added lines in green with a plus. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { widgetTexts } from '../texts/widgets.ts';
import { LoadingBar } from './LoadingBar.tsx';
import { type DiffRow, lineDiff } from './lineDiff.ts';

const { diff: texts } = widgetTexts;

/** rows beyond this are not shown: nobody reads more */
const MAX_ROWS = 2000;
const STYLES = {
  same: { sign: ' ', color: 'text.secondary' },
  added: { sign: '+', color: 'success.main' },
  removed: { sign: '−', color: 'error.main' },
} as const;

function Row({ row }: { row: DiffRow }) {
  if (row.kind === 'skipped') {
    return (
      <Box component="div" sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
        {texts.unchanged(row.count)}
      </Box>
    );
  }
  const { sign, color } = STYLES[row.kind];
  return (
    <Box
      component={row.kind === 'added' ? 'ins' : row.kind === 'removed' ? 'del' : 'div'}
      sx={{ display: 'flex', gap: 1, color, textDecoration: 'none' }}
    >
      <Box component="span" aria-hidden sx={{ width: '1ch', flex: 'none', whiteSpace: 'pre' }}>
        {sign}
      </Box>
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {row.text}
      </Box>
    </Box>
  );
}

/** @returns undefined while the texts are compared, null if they cannot be compared */
function useLineDiff(before: string, after: string): readonly DiffRow[] | null | undefined {
  const [done, setDone] = useState<{ before: string; after: string; rows: readonly DiffRow[] | null }>();
  useEffect(() => {
    // After the loading bar is drawn.
    const timer = setTimeout(() => setDone({ before, after, rows: lineDiff(before, after) ?? null }));
    return () => clearTimeout(timer);
  }, [before, after]);
  return done?.before === before && done.after === after ? done.rows : undefined;
}

/** @param before null: there was no file. @param after null: the file was deleted */
export function LineDiff({ before, after }: { before: string | null; after: string | null }) {
  const rows = useLineDiff(before ?? '', after ?? '');
  if (before === after) return <Typography color="textSecondary">{texts.identical}</Typography>;
  if (rows === undefined) return <LoadingBar label={texts.comparing} />;
  if (rows === null) {
    return <Typography>{texts.tooLarge}</Typography>;
  }
  // A missing file is not a file with one empty line.
  const shown = rows.filter(
    (row) => !(row.kind === 'removed' && before === null) && !(row.kind === 'added' && after === null),
  );
  if (shown.every(({ kind }) => kind === 'same' || kind === 'skipped')) {
    return <Typography color="textSecondary">{texts.lineEndings}</Typography>;
  }
  return (
    <Box sx={{ fontFamily: 'monospace', fontSize: 12 }}>
      {shown.slice(0, MAX_ROWS).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and never change their order
        <Row key={at} row={row} />
      ))}
      {shown.length > MAX_ROWS && <Typography variant="body2">{texts.more(shown.length - MAX_ROWS)}</Typography>}
    </Box>
  );
}

/** The history of a set or static pack as a table: who changed it when and why, with a button that rolls back. */
import Box from '@mui/material/Box';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AREA_NAMES, type HistoryEntry } from '../../../contract/index.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { historyTexts as texts } from '../../texts/history.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { RowButton, RowName } from '../../ui/RowButton.tsx';
import { SetText } from '../../ui/SetLink.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { type Content, historyOf } from './content.ts';
import { DiffView } from './DiffView.tsx';

const KEY = ['history'];
export const historyQuery = (content: Content) =>
  queryOptions({
    queryKey: [...KEY, content],
    queryFn: ({ signal }) => historyOf(content, signal),
    staleTime: 0,
  });

export function HistoryTable({
  content,
  onRollBack,
}: {
  content: Content;
  /** opens the question before an area is rolled back to the entry */
  onRollBack: (entry: HistoryEntry) => void;
}) {
  const history = useQuery(historyQuery(content));
  useJobChanges(KEY);
  const [compared, setCompared] = useState<HistoryEntry>();
  return (
    <>
      {compared && (
        <ViewDialog
          title={texts.compareTitle(content.key, AREA_NAMES[compared.area])}
          onClose={() => setCompared(undefined)}
        >
          <Typography gutterBottom>
            {texts.compareText(AREA_NAMES[compared.area], formatDate(compared.movedAt))}
          </Typography>
          <DiffView content={content} change={{ target: compared.area, entry: compared.id }} />
        </ViewDialog>
      )}
      <QueryStatus query={history} loading={texts.loading} action={texts.load} />
      {history.data && (
        <SimpleTable
          label={texts.history}
          titles={[texts.when, texts.area, texts.what, texts.who, texts.note, '']}
          minWidth={720}
        >
          {history.data.map((entry, at) => {
            const isLatest = history.data.findIndex(({ area }) => area === entry.area) === at;
            return (
              <TableRow key={entry.id}>
                <TableCell>{formatDate(entry.movedAt)}</TableCell>
                <TableCell>
                  <AreaChip area={entry.area} />
                </TableCell>
                <TableCell>{texts.reasons[entry.reason] ?? entry.reason}</TableCell>
                <TableCell>{entry.who}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {entry.note !== null && <SetText text={entry.note} />}
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {entry.current && isLatest ? (
                    <Box component="span" sx={{ fontWeight: 600 }}>
                      {texts.now}
                    </Box>
                  ) : (
                    entry.snapshot !== null && (
                      <RowName value={texts.rowName(formatDate(entry.movedAt), AREA_NAMES[entry.area])}>
                        {entry.restorable && !entry.current && (
                          <RowButton onClick={() => setCompared(entry)}>{texts.compare}</RowButton>
                        )}
                        <RowButton disabled={entry.current || !entry.restorable} onClick={() => onRollBack(entry)}>
                          {entry.current ? texts.sameAsNow : entry.restorable ? texts.rollBack : texts.notStored}
                        </RowButton>
                      </RowName>
                    )
                  )}
                </TableCell>
              </TableRow>
            );
          })}
        </SimpleTable>
      )}
    </>
  );
}

/** The history of a set or static pack: who changed it when and why, and the way back to an earlier state. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryEntry } from '../../../contract/index.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { historyTexts as texts } from '../../texts/history.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { type Content, historyOf } from './content.ts';
import { RollBackDialog } from './RollBackDialog.tsx';

const KEY = ['history'];

export function HistoryDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const [rollingBack, setRollingBack] = useState<HistoryEntry>();
  const history = useQuery({
    queryKey: [...KEY, content],
    queryFn: ({ signal }) => historyOf(content, signal),
    staleTime: 0,
  });
  useJobChanges(KEY);
  if (rollingBack) {
    return <RollBackDialog content={content} entry={rollingBack} onClose={() => setRollingBack(undefined)} />;
  }
  return (
    <ViewDialog title={texts.title(content.key)} onClose={onClose}>
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
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{entry.note}</TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {entry.current && isLatest ? (
                    <Box component="span" sx={{ fontWeight: 600 }}>
                      {texts.now}
                    </Box>
                  ) : (
                    entry.snapshot !== null && (
                      <Button disabled={entry.current || !entry.restorable} onClick={() => setRollingBack(entry)}>
                        {entry.current ? texts.sameAsNow : entry.restorable ? texts.rollBack : texts.notStored}
                      </Button>
                    )
                  )}
                </TableCell>
              </TableRow>
            );
          })}
        </SimpleTable>
      )}
    </ViewDialog>
  );
}

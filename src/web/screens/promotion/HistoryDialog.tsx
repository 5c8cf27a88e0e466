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
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { formatDate } from '../../ui/dates.ts';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { SimpleTable } from '../../ui/SimpleTable.tsx';
import { type Content, historyOf } from './content.ts';
import { RollBackDialog } from './RollBackDialog.tsx';

const KEY = ['history'];
/** What was done, in words. */
const REASONS: Readonly<Record<string, string>> = {
  upload: 'uploaded',
  promote: 'promoted',
  promoteMetadata: 'metadata promoted',
  copy: 'copied',
  rename: 'renamed',
  delete: 'deleted',
  edit: 'file deleted',
  rollback: 'rolled back',
};

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
    <ViewDialog title={`History of ${content.key}`} onClose={onClose}>
      <QueryStatus query={history} loading="Loading the history" action="load history" />
      {history.data && (
        <SimpleTable label="History" titles={['When', 'Area', 'What', 'Who', 'Note', '']} minWidth={720}>
          {history.data.map((entry, at) => {
            const isLatest = history.data.findIndex(({ area }) => area === entry.area) === at;
            return (
              <TableRow key={entry.id}>
                <TableCell>{formatDate(entry.movedAt)}</TableCell>
                <TableCell>
                  <AreaChip area={entry.area} />
                </TableCell>
                <TableCell>{REASONS[entry.reason] ?? entry.reason}</TableCell>
                <TableCell>{entry.who}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{entry.note}</TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {entry.current && isLatest ? (
                    <Box component="span" sx={{ fontWeight: 600 }}>
                      now
                    </Box>
                  ) : (
                    entry.snapshot !== null && (
                      <Button disabled={entry.current || !entry.restorable} onClick={() => setRollingBack(entry)}>
                        {entry.current ? 'same as now' : entry.restorable ? 'Roll back …' : 'no longer stored'}
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

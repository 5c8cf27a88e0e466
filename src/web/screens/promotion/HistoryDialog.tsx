/** The history of a set or static pack: who, when and why; and back to an earlier state, after a look at what changes. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AREA_NAMES, type HistoryEntry } from '../../../contract/index.ts';
import { useJobChanges } from '../../api/jobChanges.ts';
import { AreaChip } from '../../areas/AreaChip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { type Content, historyOf, rollBack } from './content.ts';
import { DiffView } from './DiffView.tsx';

/** What was done, in words. */
const REASONS: Readonly<Record<string, string>> = {
  upload: 'uploaded',
  promote: 'promoted',
  promoteMetadata: 'metadata promoted',
  copy: 'copied',
  rename: 'renamed',
  delete: 'deleted',
  edit: 'a file deleted',
  rollback: 'rolled back',
};

export function HistoryDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const notify = useNotify();
  const [asked, setAsked] = useState<HistoryEntry>();
  const [note, setNote] = useState('');
  const history = useQuery({
    queryKey: ['history', content],
    queryFn: ({ signal }) => historyOf(content, signal),
    staleTime: 0,
  });
  const back = async ({ area, id }: HistoryEntry) => {
    setAsked(undefined);
    try {
      notify('success', await rollBack(content, { area, entry: id, note: note.trim() || undefined }));
    } catch (error) {
      notify('error', failureText(`roll ${content.key} back`, error));
    }
    setNote('');
  };
  useJobChanges(['history']);
  if (asked) {
    return (
      <ConfirmDialog
        title={`Roll ${content.key} back in ${AREA_NAMES[asked.area]}`}
        confirm={`Roll ${AREA_NAMES[asked.area]} back`}
        danger={asked.area === 'prod'}
        onConfirm={() => void back(asked)}
        onClose={() => setAsked(undefined)}
      >
        <Typography gutterBottom>
          {AREA_NAMES[asked.area]} will show again what it showed after {formatDate(asked.movedAt)}. The other areas
          stay as they are.
        </Typography>
        <TextField
          label="Note for the history"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 1900 } }}
          fullWidth
          sx={{ my: 1.5 }}
        />
        <DiffView content={content} change={{ target: asked.area, entry: asked.id }} />
      </ConfirmDialog>
    );
  }
  return (
    <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}>
      <DialogTitle>History of {content.key}</DialogTitle>
      <DialogContent>
        {history.isPending && <LinearProgress aria-label="Loading the history" />}
        {history.error && (
          <Alert severity="error">
            <FailureText text={failureText('load history', history.error)} />
          </Alert>
        )}
        {history.data && (
          <Box sx={{ overflowX: 'auto' }}>
            <Table size="small" aria-label="History" sx={{ minWidth: 720 }}>
              <TableHead>
                <TableRow>
                  <TableCell>When</TableCell>
                  <TableCell>Area</TableCell>
                  <TableCell>What</TableCell>
                  <TableCell>Who</TableCell>
                  <TableCell>Note</TableCell>
                  <TableCell />
                </TableRow>
              </TableHead>
              <TableBody>
                {history.data.map((entry, at) => {
                  const latest = history.data.findIndex(({ area }) => area === entry.area) === at;
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
                        {entry.current && latest ? (
                          <Box component="span" sx={{ fontWeight: 600 }}>
                            now
                          </Box>
                        ) : (
                          entry.snapshot !== null && (
                            <Button disabled={entry.current || !entry.restorable} onClick={() => setAsked(entry)}>
                              {entry.current ? 'same as now' : entry.restorable ? 'Roll back …' : 'no longer kept'}
                            </Button>
                          )
                        )}
                      </TableCell>
                    </TableRow>
                  );
                })}
              </TableBody>
            </Table>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

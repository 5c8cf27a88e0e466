/** Everything that is wrong with a refused pack, readable and downloadable; or why a pack waits. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Pack, Problem } from '../../../contract/index.ts';
import { save } from '../../ui/save.ts';

const placeOf = ({ entry, line, column }: Problem): string =>
  [entry || 'the pack', line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');

function download(pack: Pack): void {
  const text = pack.problems.map((problem) => `${placeOf(problem)}\t${problem.reason}`).join('\n');
  save(new Blob([`${text}\n`], { type: 'text/plain' }), `${pack.fileName}.problems.txt`);
}

export function ProblemsDialog({ pack, onClose }: { pack: Pack | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={pack !== undefined}
      onClose={onClose}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}
    >
      <DialogTitle>
        {pack?.waitsFor === undefined ? `Problems of ${pack?.fileName}` : `${pack.fileName} waits`}
      </DialogTitle>
      <DialogContent dividers>
        {pack?.waitsFor !== undefined && (
          <Alert severity="warning">
            {pack.waitsFor} Nothing is wrong with the pack. It is read as soon as that is over.
          </Alert>
        )}
        {pack?.withheld !== undefined && <Alert severity="info">{pack.withheld}</Alert>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
          {pack?.problems.map((problem) => (
            <li key={`${placeOf(problem)} ${problem.reason}`}>
              <Box sx={{ fontFamily: 'monospace', color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {placeOf(problem)}
              </Box>
              {problem.reason}
            </li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        {pack?.withheld === undefined && pack?.waitsFor === undefined && (
          <Button onClick={() => pack && download(pack)}>Download</Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** All problems of a refused pack, to read or download; or why a pack is waiting. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Pack, Problem } from '../../../contract/index.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { save } from '../../ui/save.ts';

const positionOf = ({ entry, line, column }: Problem): string =>
  [entry || 'the pack', line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');

function download(pack: Pack): void {
  const text = pack.problems.map((problem) => `${positionOf(problem)}\t${problem.reason}`).join('\n');
  save(new Blob([`${text}\n`], { type: 'text/plain' }), `${pack.fileName}.problems.txt`);
}

export function ProblemsDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const { fileName, waitsFor, withheld, problems } = pack;
  return (
    <ViewDialog
      title={waitsFor === undefined ? `Problems of ${fileName}` : `${fileName} is waiting`}
      dividers
      actions={
        withheld === undefined && waitsFor === undefined && <Button onClick={() => download(pack)}>Download</Button>
      }
      onClose={onClose}
    >
      {waitsFor !== undefined && (
        <Alert severity="warning">
          {waitsFor} The pack itself is fine. It will be read as soon as this is resolved.
        </Alert>
      )}
      {withheld !== undefined && <Alert severity="info">{withheld}</Alert>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {problems.map((problem) => (
          <li key={`${positionOf(problem)} ${problem.reason}`}>
            <Box sx={{ fontFamily: 'monospace', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {positionOf(problem)}
            </Box>
            {problem.reason}
          </li>
        ))}
      </Box>
    </ViewDialog>
  );
}

/** All problems of a refused pack, to read or download; or why a pack is waiting. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Pack, Problem } from '../../../contract/index.ts';
import { uploadTexts } from '../../texts/upload.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';
import { SetText } from '../../ui/SetLink.tsx';
import { save } from '../../ui/save.ts';

const { problems: texts } = uploadTexts;

const positionOf = ({ entry, line, column }: Problem): string =>
  [entry || texts.wholePack, line, line === undefined ? undefined : column]
    .filter((part) => part !== undefined)
    .join(':');

function download(pack: Pack): void {
  const text = pack.problems.map((problem) => `${positionOf(problem)}\t${problem.reason}`).join('\n');
  save(new Blob([`${text}\n`], { type: 'text/plain' }), `${pack.fileName}.problems.txt`);
}

export function ProblemsDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const { fileName, waitsFor, withheld, problems } = pack;
  return (
    <ViewDialog
      title={waitsFor === undefined ? texts.title(fileName) : texts.waitingTitle(fileName)}
      dividers
      actions={
        withheld === undefined &&
        waitsFor === undefined && <Button onClick={() => download(pack)}>{texts.download}</Button>
      }
      onClose={onClose}
    >
      {waitsFor !== undefined && <Alert severity="warning">{texts.waitingNote(waitsFor)}</Alert>}
      {withheld !== undefined && (
        <Alert severity="info" role="note">
          {withheld}
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {problems.map((problem) => (
          <li key={`${positionOf(problem)} ${problem.reason}`}>
            <Box sx={{ fontFamily: 'monospace', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              <SetText text={positionOf(problem)} />
            </Box>
            <SetText text={problem.reason} />
          </li>
        ))}
      </Box>
    </ViewDialog>
  );
}

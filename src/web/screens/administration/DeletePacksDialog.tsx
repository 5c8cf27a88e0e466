/** Asks before packs are deleted: which ones, that no area changes, and what that frees and when. */
import Typography from '@mui/material/Typography';
import type { DeletablePack } from '../../../contract/index.ts';
import { storageTexts } from '../../texts/storage.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

const { dialog: texts } = storageTexts.packs;
const LISTED = 10;

export function DeletePacksDialog({
  packs,
  graceDays,
  onConfirm,
  onClose,
}: {
  packs: readonly DeletablePack[];
  graceDays: number;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const frees = packs.reduce((sum, pack) => sum + pack.frees, 0);
  const undeletable = packs.filter(({ keptBy }) => keptBy !== null).length;
  const sentences = [
    texts.noChange,
    texts.permanent,
    frees === 0 ? texts.freesNothing : texts.frees(storageTexts.bytes(frees), graceDays),
    ...(undeletable > 0 ? [texts.kept(undeletable)] : []),
  ];
  return (
    <ConfirmDialog title={texts.title} confirm={texts.confirm} danger onConfirm={onConfirm} onClose={onClose}>
      <Typography gutterBottom sx={{ fontWeight: 600 }}>
        {texts.question(packs.length)}
      </Typography>
      <Typography component="ul" gutterBottom sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {packs.slice(0, LISTED).map(({ path, fileName }) => (
          <li key={path}>{fileName}</li>
        ))}
        {packs.length > LISTED && <li>{texts.more(packs.length - LISTED)}</li>}
      </Typography>
      {sentences.map((sentence) => (
        <Typography key={sentence} gutterBottom>
          {sentence}
        </Typography>
      ))}
    </ConfirmDialog>
  );
}

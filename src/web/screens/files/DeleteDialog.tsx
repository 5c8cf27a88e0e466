/** Asks before a file or folder is deleted, and says exactly what that means: which set, which area, how to restore it. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { FileElement } from '../../../contract/index.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { api } from '../../api/api.ts';
import { fileDeletionTexts as texts } from '../../texts/files.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { QueryStatus } from '../../ui/QueryStatus.tsx';
import { describeDeletion } from './describeDeletion.ts';

export function DeleteDialog({
  element: { id },
  onConfirm,
  onClose,
}: {
  element: FileElement;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const place = parseTreePath(id.split('/').slice(1));
  const deletion = useQuery({
    queryKey: ['previewFileDeletion', id],
    queryFn: ({ signal }) => api().previewFileDeletion({ query: { path: id }, signal }),
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      danger
      missing={deletion.data ? undefined : deletion.isPending ? texts.checkingFirst : texts.notKnown}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography gutterBottom sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
        {texts.question(id)}
      </Typography>
      <QueryStatus query={deletion} loading={texts.checking} action={texts.check} />
      {place &&
        deletion.data &&
        describeDeletion(place, deletion.data).map((sentence) => (
          <Typography key={sentence} gutterBottom sx={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Typography>
        ))}
    </ConfirmDialog>
  );
}

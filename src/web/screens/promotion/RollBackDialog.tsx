/** Asks before an area is rolled back to an entry of the history, and shows what that changes. */
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AREA_NAMES, type HistoryEntry } from '../../../contract/index.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { type Content, rollBack } from './content.ts';
import { DiffView } from './DiffView.tsx';
import { NoteField, noteOf } from './NoteField.tsx';

export function RollBackDialog({
  content,
  entry: { area, id, movedAt },
  onClose,
}: {
  content: Content;
  entry: HistoryEntry;
  onClose: () => void;
}) {
  const notify = useNotify();
  const [note, setNote] = useState('');
  const confirm = async () => {
    onClose();
    try {
      notify('success', await rollBack(content, { area, entry: id, note: noteOf(note) }));
    } catch (error) {
      notify('error', failureText(`roll ${content.key} back`, error));
    }
  };
  return (
    <ConfirmDialog
      title={`Roll ${content.key} back in ${AREA_NAMES[area]}`}
      confirm={`Roll ${AREA_NAMES[area]} back`}
      danger={area === 'prod'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Typography gutterBottom>
        {AREA_NAMES[area]} will show again what it showed after {formatDate(movedAt)}. The other areas stay as they are.
      </Typography>
      <NoteField note={note} onNote={setNote} maxLength={1900} />
      <DiffView content={content} change={{ target: area, entry: id }} />
    </ConfirmDialog>
  );
}

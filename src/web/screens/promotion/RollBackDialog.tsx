/** Asks before an area is rolled back to an entry of the history, and shows what that changes. */
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AREA_NAMES, type HistoryEntry } from '../../../contract/index.ts';
import { historyTexts } from '../../texts/history.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDate } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure.ts';
import { useNotify } from '../../ui/Notices.tsx';
import { type Content, rollBack } from './content.ts';
import { DiffView } from './DiffView.tsx';
import { NoteField, noteOf } from './NoteField.tsx';

const { rollBackDialog: texts } = historyTexts;

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
      notify('error', failureText(texts.action(content.key), error));
    }
  };
  return (
    <ConfirmDialog
      title={texts.title(content.key, AREA_NAMES[area])}
      confirm={texts.confirm(AREA_NAMES[area])}
      tall
      danger={area === 'prod'}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Typography gutterBottom>{texts.text(AREA_NAMES[area], formatDate(movedAt))}</Typography>
      <NoteField note={note} onNote={setNote} maxLength={1900} />
      <DiffView content={content} change={{ target: area, entry: id }} />
    </ConfirmDialog>
  );
}

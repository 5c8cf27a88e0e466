/**
 * The note that a promotion or roll back leaves in the history.
 *
 *   NoteField
 *   noteOf      what is sent of it; undefined when nothing was written
 */
import TextField from '@mui/material/TextField';
import { historyTexts } from '../../texts/history.ts';

export const noteOf = (text: string): string | undefined => text.trim() || undefined;

/** @param maxLength characters */
export function NoteField({
  note,
  onNote,
  maxLength,
  label = historyTexts.noteField,
}: {
  note: string;
  onNote: (note: string) => void;
  maxLength: number;
  label?: string;
}) {
  return (
    <TextField
      label={label}
      value={note}
      onChange={(event) => onNote(event.target.value)}
      slotProps={{ htmlInput: { maxLength } }}
      fullWidth
      sx={{ my: 1.5 }}
    />
  );
}

/** Shows the text of a file as it is, line breaks kept. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { TextView } from './TextView.tsx';

/** @param content undefined: closed */
export function FileContentDialog({ content, onClose }: { content: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={content !== undefined}
      onClose={onClose}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}
    >
      <DialogTitle>File Content</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        <TextView text={content ?? ''} label="File content" />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

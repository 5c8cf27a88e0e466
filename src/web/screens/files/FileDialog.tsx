/** What a file holds: text with its line breaks, a picture on a checkerboard. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { checkerboard } from '../../app/theme.ts';

const CHECKER = checkerboard(24);

export function FileDialog({
  name,
  content,
  url,
  onClose,
}: {
  name: string;
  /** null: a picture */
  content: string | null;
  url: string;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}>
      <DialogTitle>File content</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {content === null ? (
          <Box component="img" src={url} alt={name} sx={{ display: 'block', maxWidth: '100%', background: CHECKER }} />
        ) : (
          <Box component="pre" sx={{ m: 0, fontFamily: 'monospace', fontSize: 12, whiteSpace: 'pre-wrap' }}>
            {content}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

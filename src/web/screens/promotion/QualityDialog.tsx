/** The quality report of a set of embargo as text (2.9), with the way to the page that links to the test screens. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useRouter } from '@tanstack/react-router';

export function QualityDialog({ disId, text, onClose }: { disId: string; text: string; onClose: () => void }) {
  const router = useRouter();
  const page = router.buildLocation({ to: '/quality/$disId', params: { disId }, search: {} }).href;
  return (
    <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}>
      <DialogTitle>Quality Report</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        <Box component="pre" sx={{ m: 0, fontFamily: 'monospace', fontSize: 13, overflowX: 'auto' }}>
          {text}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button href={page}>Open as a page</Button>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The quality report of a set of Embargo as text (2.9), with a link to its page, which leads on to the test screens. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRouter } from '@tanstack/react-router';
import { ViewDialog } from '../../ui/DialogFrame.tsx';

export function QualityDialog({ disId, text, onClose }: { disId: string; text: string; onClose: () => void }) {
  const router = useRouter();
  const page = router.buildLocation({ to: '/quality/$disId', params: { disId }, search: {} }).href;
  return (
    <ViewDialog
      title="Quality Report"
      dividers
      actions={<Button href={page}>Open as a page</Button>}
      close="Cancel"
      onClose={onClose}
    >
      <Box component="pre" sx={{ m: 0, fontFamily: 'monospace', fontSize: 13, overflowX: 'auto' }}>
        {text}
      </Box>
    </ViewDialog>
  );
}

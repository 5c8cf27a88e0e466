/** The quality report of a set of Embargo as text (2.9), with a link to its page, which leads on to the test screens. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRouter } from '@tanstack/react-router';
import { promotionTexts } from '../../texts/promotion.ts';
import { ViewDialog } from '../../ui/DialogFrame.tsx';

const { details: texts } = promotionTexts;

export function QualityDialog({ disId, text, onClose }: { disId: string; text: string; onClose: () => void }) {
  const router = useRouter();
  const page = router.buildLocation({ to: '/quality/$disId', params: { disId }, search: {} }).publicHref;
  return (
    <ViewDialog
      title={texts.quality}
      dividers
      actions={<Button href={page}>{texts.qualityPage}</Button>}
      close="cancel"
      onClose={onClose}
    >
      <Box component="pre" tabIndex={0} sx={{ m: 0, fontFamily: 'monospace', fontSize: 13, overflowX: 'auto' }}>
        {text}
      </Box>
    </ViewDialog>
  );
}

/** Why each layer family is painted as it is: the rule that won, those tried before it, and the parts that were not met. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Explanation } from '../../../contract/index.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { FailureText } from '../../ui/FailureText.tsx';
import { detailOf } from '../../ui/failure.ts';

const { why: texts } = testTexts;

export function WhyDialog({ explanation, onClose }: { explanation: UseQueryResult<Explanation>; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000, maxWidth: '100vw' } } }}>
      <DialogTitle>{texts.title}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        {explanation.isPending && <LinearProgress aria-label={texts.loading} />}
        {explanation.error && (
          <Alert severity="error">
            <FailureText text={detailOf(explanation.error)} />
          </Alert>
        )}
        {explanation.data && (
          <>
            <Typography variant="body2" color="text.secondary" gutterBottom>
              {texts.effectiveOptions(explanation.data.effectiveOptions)}
            </Typography>
            {explanation.data.families.map(({ family, winner, tried }) => (
              <Box key={family} component="section" sx={{ mb: 2 }}>
                <Typography component="h3" variant="h2">
                  {texts.family(family, winner?.layer)}
                </Typography>
                <Box component="ol" sx={{ m: 0, pl: 3, '& code': { fontSize: 12 } }}>
                  {tried.map((rule) => (
                    <li key={rule.rule}>
                      {rule.layer}: <code>{rule.condition}</code> – {texts.notMet} <code>{rule.failed.join(', ')}</code>
                    </li>
                  ))}
                  {winner && (
                    <li>
                      <strong>{winner.layer}</strong>: <code>{winner.condition}</code> – {texts.met}
                    </li>
                  )}
                </Box>
              </Box>
            ))}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

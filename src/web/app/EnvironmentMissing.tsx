/** Shown instead of the app when its configuration is missing or invalid. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { connectionTexts as texts } from '../texts/connection.ts';
import { shellTexts } from '../texts/shell.ts';
import { ADDRESSES } from './environment.ts';

export function EnvironmentMissing({ reason }: { reason: string }) {
  return (
    <Box component="main" sx={{ maxWidth: 720, mx: 'auto', mt: 10, px: 3 }}>
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => window.location.reload()}>
            {shellTexts.tryAgain}
          </Button>
        }
      >
        <AlertTitle component="h1">{texts.cannotStart}</AlertTitle>
        {reason} {texts.howToFix(ADDRESSES)}
      </Alert>
    </Box>
  );
}

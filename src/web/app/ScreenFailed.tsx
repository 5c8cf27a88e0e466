/** Shown in place of a screen that failed, with a way to try again; the rest of the app keeps working. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { shellTexts } from '../texts/shell.ts';

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Box sx={{ p: 4, maxWidth: 720, mx: 'auto' }}>
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={reset}>
            {shellTexts.tryAgain}
          </Button>
        }
      >
        {shellTexts.failed(error instanceof Error ? error.message : String(error))}
      </Alert>
    </Box>
  );
}

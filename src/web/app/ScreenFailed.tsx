/**
 * Shown in place of a screen that failed, with a way to try again; the rest of the app keeps working.
 *
 *   ScreenFailed
 *   AppFailed      in place of everything, because the frame around the screens failed
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { newVersionTexts as texts } from '../texts/newVersion.ts';
import { widgetTexts } from '../texts/widgets.ts';
import { ScreenHeading } from '../ui/ScreenHeading.tsx';
import { useTitle } from '../ui/useTitle.ts';

export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  useTitle(texts.failed);
  return (
    <Box sx={{ p: 4, width: '100%', maxWidth: 720, mx: 'auto' }}>
      <ScreenHeading sx={{ mb: 2 }}>{texts.failed}</ScreenHeading>
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={reset}>
            {widgetTexts.tryAgain}
          </Button>
        }
      >
        {error instanceof Error ? error.message : String(error)}
      </Alert>
    </Box>
  );
}

export const AppFailed = (props: ErrorComponentProps) => (
  <main>
    <ScreenFailed {...props} />
  </main>
);

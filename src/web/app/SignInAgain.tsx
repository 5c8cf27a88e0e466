/**
 * The sign-in page over the screens, for the user whose session has ended. What was typed and chosen stays below it,
 * hidden and inert.
 */
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import Paper from '@mui/material/Paper';
import { signInTexts } from '../texts/signIn.ts';
import { SignInForm } from './SignIn.tsx';

export default function SignInAgain({ username }: { username: string }) {
  return (
    <Dialog
      open
      fullScreen
      transitionDuration={0}
      // Above every open dialog, notice and tooltip.
      sx={{ zIndex: (theme) => theme.zIndex.tooltip + 1 }}
      slotProps={{
        paper: { 'aria-label': signInTexts.again, sx: { bgcolor: 'background.default', backgroundImage: 'none' } },
      }}
    >
      <Box sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
        <Paper variant="outlined" sx={{ width: 360, maxWidth: '100%', p: 4 }}>
          <SignInForm expiredUser={username} />
        </Paper>
      </Box>
    </Dialog>
  );
}

/** Shown instead of the app when its configuration is missing or invalid. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

export function EnvironmentMissing({ reason }: { reason: string }) {
  return (
    <Box component="main" sx={{ maxWidth: 720, mx: 'auto', mt: 10, px: 3 }}>
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        <AlertTitle component="h1">Lacquer cannot start</AlertTitle>
        {reason} An administrator can fix it: it must contain API_BASE_URL, API_TEST_EMBARGO_URL, API_TEST_PREPROD_URL
        and API_TEST_PROD_URL.
      </Alert>
    </Box>
  );
}

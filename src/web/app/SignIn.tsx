/** The sign-in page. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { useSessionChange } from './session.tsx';

export function SignIn() {
  const change = useSessionChange();
  const signIn = useMutation({
    mutationFn: (form: FormData) =>
      api().signIn({ body: { username: String(form.get('username')), password: String(form.get('password')) } }),
    onSuccess: change,
  });
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper variant="outlined" sx={{ width: 360, p: 4 }}>
        <Stack
          component="form"
          spacing={2}
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate(new FormData(event.currentTarget));
          }}
        >
          <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', mb: 1 }}>
            <img src="/icon.svg" alt="" width={36} height={36} />
            <div>
              <Typography component="h1" variant="h1">
                Lacquer
              </Typography>
              <Typography variant="body2" color="text.secondary">
                Sign in to see your cars
              </Typography>
            </div>
          </Stack>
          {signIn.error && <Alert severity="error">{signIn.error.message}</Alert>}
          <TextField name="username" label="User name" autoComplete="username" autoFocus required />
          <TextField name="password" label="Password" type="password" autoComplete="current-password" required />
          <Button type="submit" variant="contained" size="medium" loading={signIn.isPending}>
            Sign in
          </Button>
        </Stack>
      </Paper>
    </Box>
  );
}

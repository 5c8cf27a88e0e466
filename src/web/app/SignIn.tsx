/**
 * The sign-in page.
 *
 *   SignIn        the page
 *   SignInForm    its form, also for somebody whose session has ended
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, sessionApi } from '../api/api.ts';
import { useTitle } from '../ui/useTitle.ts';
import { addressOf } from './environment.ts';
import { useSessionChange } from './session.tsx';
import { signInErrorIn } from './signInErrors.ts';
import { useWhenIdle } from './whenIdle.ts';

/** Back to the page that was asked for, but without what an earlier try said. */
function startOfOidc(): string {
  const here = new URL(window.location.href);
  here.searchParams.delete('signInError');
  return `/api/v2/public/oidc?returnTo=${encodeURIComponent(`${here.pathname}${here.search}${here.hash}`)}`;
}

/** TextField would bring the code of drop-down lists along. */
function Field({ name, label, ...input }: { name: string; label: string } & OutlinedInputProps) {
  return (
    <FormControl required>
      <InputLabel htmlFor={name}>{label}</InputLabel>
      <OutlinedInput id={name} name={name} label={label} {...input} />
    </FormControl>
  );
}

/** @param again whose session has ended while their page was open */
export function SignInForm({ again }: { again?: string }) {
  const change = useSessionChange();
  const signIn = useMutation({
    mutationFn: (form: FormData) => sessionApi.signIn(String(form.get('username')), String(form.get('password'))),
    onSuccess: change,
  });
  const options = useQuery({
    queryKey: ['signInOptions'],
    queryFn: ({ signal }) => api().signInOptions({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const refused = again === undefined ? signInErrorIn(window.location.search) : undefined;
  return (
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
      {again !== undefined && !signIn.error && (
        <Alert severity="info">Your session has ended. Sign in as {again} to continue where you left off.</Alert>
      )}
      {refused !== undefined && !signIn.error && <Alert severity="error">{refused}</Alert>}
      {signIn.error && <Alert severity="error">{signIn.error.message}</Alert>}
      <Field name="username" label="User name" autoComplete="username" defaultValue={again ?? ''} autoFocus={!again} />
      <Field
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus={again !== undefined}
      />
      <Button type="submit" variant="contained" size="medium" loading={signIn.isPending}>
        Sign in
      </Button>
      {options.data?.oidc && (
        <Button
          href={`${addressOf(undefined)}${startOfOidc()}`}
          // The page that waits must stay: the provider's opens beside it, and this one goes on by itself.
          {...(again !== undefined && { target: '_blank', rel: 'noopener' })}
          variant="outlined"
          size="medium"
        >
          {options.data.oidc}
        </Button>
      )}
    </Stack>
  );
}

/** @param fetchNext the screens, while a person types */
export default function SignIn({ fetchNext }: { fetchNext: () => Promise<unknown> }) {
  useWhenIdle(fetchNext);
  useTitle('Sign in');
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2 }}>
      <Paper variant="outlined" sx={{ width: 360, p: 4 }}>
        <SignInForm />
      </Paper>
    </Box>
  );
}

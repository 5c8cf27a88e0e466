/**
 * The sign-in page.
 *
 *   SignIn        the page
 *   SignInForm    its form, also for a user whose session has ended
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
import { languageTexts } from '../texts/language.ts';
import { signInTexts as texts } from '../texts/signIn.ts';
import { useTitle } from '../ui/useTitle.ts';
import { basePath } from './basePath.ts';
import { addressOf } from './environment.ts';
import { useSessionChange } from './session.tsx';
import { signInErrorIn } from './signInErrors.ts';
import { switchLanguage } from './switchLanguage.ts';
import { useWhenIdle } from './whenIdle.ts';

/** Returns to the requested page, without the error of an earlier attempt. */
function oidcAddress(): string {
  const here = new URL(window.location.href);
  here.searchParams.delete('signInError');
  return `/api/v2/public/oidc?returnTo=${encodeURIComponent(`${here.pathname}${here.search}${here.hash}`)}`;
}

/** id of the message that both fields point to */
const ERROR_ID = 'sign-in-error';

/** MUI's TextField would add the code of drop-down lists to the first load. */
function Field({ name, label, error, ...input }: { name: string; label: string } & OutlinedInputProps) {
  return (
    <FormControl required error={error ?? false}>
      <InputLabel htmlFor={name}>{label}</InputLabel>
      <OutlinedInput id={name} name={name} label={label} {...(error && { 'aria-describedby': ERROR_ID })} {...input} />
    </FormControl>
  );
}

/** @param expiredUser the user whose session ended while the page was open */
export function SignInForm({ expiredUser }: { expiredUser?: string }) {
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
  const refused = expiredUser === undefined ? signInErrorIn(window.location.search) : undefined;
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
        <img src={`${basePath}/icon.svg`} alt="" width={36} height={36} />
        <div>
          <Typography component="h1" variant="h1">
            Lacquer
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {texts.welcome}
          </Typography>
        </div>
      </Stack>
      {expiredUser !== undefined && !signIn.error && (
        <Alert severity="info" role="status">
          {texts.expired(expiredUser)}
        </Alert>
      )}
      {refused !== undefined && !signIn.error && <Alert severity="error">{refused}</Alert>}
      {signIn.error && (
        <Alert id={ERROR_ID} severity="error">
          {signIn.error.message}
        </Alert>
      )}
      <Field
        name="username"
        label={texts.username}
        error={signIn.error !== null}
        autoComplete="username"
        defaultValue={expiredUser ?? ''}
        autoFocus={!expiredUser}
      />
      <Field
        name="password"
        label={texts.password}
        error={signIn.error !== null}
        type="password"
        autoComplete="current-password"
        autoFocus={expiredUser !== undefined}
      />
      <Button type="submit" variant="contained" size="medium" loading={signIn.isPending}>
        {texts.title}
      </Button>
      {options.data?.oidc && (
        <Button
          href={`${addressOf(undefined)}${oidcAddress()}`}
          // The waiting page must stay open: the provider opens in another tab, and this page continues by itself.
          {...(expiredUser !== undefined && { target: '_blank', rel: 'noopener' })}
          variant="outlined"
          size="medium"
        >
          {options.data.oidc}
        </Button>
      )}
    </Stack>
  );
}

/** @param fetchNext loads the screens while the user types */
export default function SignIn({ fetchNext }: { fetchNext: () => Promise<unknown> }) {
  useWhenIdle(fetchNext);
  useTitle(texts.title);
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 1, p: 2 }}
    >
      <Paper variant="outlined" sx={{ width: 360, p: 4 }}>
        <SignInForm />
      </Paper>
      <Button lang={languageTexts.other} color="inherit" onClick={switchLanguage}>
        {languageTexts.otherName}
      </Button>
    </Box>
  );
}

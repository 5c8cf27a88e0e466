/** Asks for the password, which calls that change Prod or an account may require. */
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { passwordPrompt } from '../api/sending.ts';
import { accountTexts } from '../texts/account.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

const { confirm: texts } = accountTexts;

/** @param reason the server's sentence */
export default function ConfirmPassword({ reason }: { reason: string }) {
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => api().confirmSession({ body: { password } }),
    onSuccess: () => passwordPrompt.answer(true),
  });
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      missing={password === '' ? texts.missing : confirm.isPending ? texts.underWay : undefined}
      onConfirm={() => confirm.mutate()}
      onClose={() => passwordPrompt.answer(false)}
    >
      <Stack spacing={2} sx={{ pt: 1, maxWidth: 400 }}>
        <Typography>{reason}</Typography>
        {confirm.error && <Alert severity="error">{confirm.error.message}</Alert>}
        <TextField
          label={texts.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

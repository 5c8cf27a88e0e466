/** Changes the user's own password. */
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { accountTexts } from '../texts/account.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useNotify } from '../ui/Notices.tsx';

const { change: texts } = accountTexts;

const FIELDS = [
  ['current', texts.current, 'current-password'],
  ['wanted', texts.wanted, 'new-password'],
  ['again', texts.again, 'new-password'],
] as const;

export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState({ current: '', wanted: '', again: '' });
  const notify = useNotify();
  const change = useMutation({
    mutationFn: () => api().changePassword({ body: { current: values.current, wanted: values.wanted } }),
    onSuccess: ({ message }) => {
      notify('success', message);
      onClose();
    },
  });
  const empty = FIELDS.find(([name]) => values[name] === '');
  const missing = empty ? texts.fillIn(empty[1]) : values.again === values.wanted ? undefined : texts.differ;
  const differs = values.again !== '' && values.again !== values.wanted;
  return (
    <ConfirmDialog
      title={texts.title}
      confirm={texts.confirm}
      missing={change.isPending ? texts.underWay : missing}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ pt: 1, maxWidth: 400 }}>
        {change.error && <Alert severity="error">{change.error.message}</Alert>}
        {FIELDS.map(([name, label, autoComplete]) => (
          <TextField
            key={name}
            label={label}
            type="password"
            autoComplete={autoComplete}
            value={values[name]}
            error={name === 'again' && differs}
            helperText={name === 'again' && differs ? texts.differHere : name === 'wanted' ? texts.length : undefined}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}

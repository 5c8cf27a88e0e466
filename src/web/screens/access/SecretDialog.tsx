/**
 * Shows a new password or API token, which the server returns only once.
 *
 *   SecretDialog, Secret
 */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { usersTexts } from '../../texts/users.ts';
import { WithReason } from '../../ui/WithReason.tsx';

const { secret: texts } = usersTexts;

export interface Secret {
  title: string;
  value: string;
}

export function SecretDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="secret-title">
      <DialogTitle id="secret-title">{secret.title}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          {texts.note}
        </Alert>
        <Stack direction="row" spacing={1}>
          <TextField
            fullWidth
            label={texts.label}
            value={secret.value}
            sx={{ mt: 1 }}
            slotProps={{ htmlInput: { readOnly: true, sx: { fontFamily: 'monospace' } } }}
          />
          {/* Browsers offer the clipboard to https and localhost only. */}
          <WithReason reason={window.isSecureContext ? undefined : texts.copyByHand}>
            <Button
              variant="outlined"
              disabled={!window.isSecureContext}
              onClick={() => void navigator.clipboard.writeText(secret.value).then(() => setCopied(true))}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          </WithReason>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

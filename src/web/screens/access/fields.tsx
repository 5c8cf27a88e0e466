/**
 * Fields of the users' dialogs.
 *
 *   RoleBoxes       which roles an account has
 *   PasswordChoice  one that the server makes, or one typed here
 *   SecretDialog    a password or token, told this once
 */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ROLES, type Role } from '../../../contract/index.ts';
import { WithReason } from '../../ui/WithReason.tsx';
import { ROLE_WORDS } from './roles.ts';

export function RoleBoxes({ roles, onRoles }: { roles: readonly Role[]; onRoles: (roles: Role[]) => void }) {
  return (
    <FormGroup row role="group" aria-label="Roles">
      {ROLES.map((role) => (
        <FormControlLabel
          key={role}
          label={ROLE_WORDS[role]}
          control={
            <Checkbox
              checked={roles.includes(role)}
              onChange={(_, checked) => onRoles(ROLES.filter((one) => (one === role ? checked : roles.includes(one))))}
            />
          }
        />
      ))}
    </FormGroup>
  );
}

/** @param password undefined: the server makes one */
export function PasswordChoice({
  password,
  onPassword,
}: {
  password: string | undefined;
  onPassword: (password: string | undefined) => void;
}) {
  return (
    <>
      <FormControlLabel
        label="Make a password, shown once"
        control={
          <Checkbox checked={password === undefined} onChange={(_, made) => onPassword(made ? undefined : '')} />
        }
      />
      {password !== undefined && (
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          helperText="At least 12 characters"
          required
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      )}
    </>
  );
}

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
          This is shown once. Copy it now and hand it on safely.
        </Alert>
        <Stack direction="row" spacing={1}>
          <TextField
            fullWidth
            label="Secret"
            value={secret.value}
            sx={{ mt: 1 }}
            slotProps={{ htmlInput: { readOnly: true, sx: { fontFamily: 'monospace' } } }}
          />
          {/* Browsers offer the clipboard to https and localhost only. */}
          <WithReason
            reason={window.isSecureContext ? undefined : 'This browser copies on https pages only. Copy it by hand.'}
          >
            <Button
              variant="outlined"
              disabled={!window.isSecureContext}
              onClick={() => void navigator.clipboard.writeText(secret.value).then(() => setCopied(true))}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          </WithReason>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

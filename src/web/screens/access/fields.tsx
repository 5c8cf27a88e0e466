/**
 * Fields of the users' dialogs.
 *
 *   RoleBoxes       which roles an account has
 *   PasswordChoice  a password that the server makes, or one typed here
 */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import TextField from '@mui/material/TextField';
import { ROLES, type Role } from '../../../contract/index.ts';
import { usersTexts } from '../../texts/users.ts';

const { password: texts } = usersTexts;

export function RoleBoxes({ roles, onRoles }: { roles: readonly Role[]; onRoles: (roles: Role[]) => void }) {
  return (
    <FormGroup row role="group" aria-label={usersTexts.rolesDialog.boxes}>
      {ROLES.map((role) => (
        <FormControlLabel
          key={role}
          label={usersTexts.roles[role]}
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
        label={texts.generate}
        control={
          <Checkbox checked={password === undefined} onChange={(_, made) => onPassword(made ? undefined : '')} />
        }
      />
      {password !== undefined && (
        <TextField
          label={texts.password}
          type="password"
          autoComplete="new-password"
          helperText={texts.length}
          required
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      )}
    </>
  );
}

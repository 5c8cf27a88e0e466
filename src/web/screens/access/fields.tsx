/**
 * Fields of the user dialogs.
 *
 *   RoleBoxes       which roles an account has
 *   ScopeBoxes      what an API token may do: everything, or some
 *   PasswordChoice  a password that the server generates, or one typed here
 */
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import TextField from '@mui/material/TextField';
import { ROLES, type Role, TOKEN_SCOPES, type TokenScope } from '../../../contract/index.ts';
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

/** areas side by side, one row a verb */
const SOME_SCOPES = [...TOKEN_SCOPES.filter((scope) => scope.includes(':')), 'deliver', 'metrics'] as const;

export function ScopeBoxes({
  scopes,
  onScopes,
}: {
  scopes: readonly TokenScope[];
  onScopes: (scopes: TokenScope[]) => void;
}) {
  const all = scopes.includes('admin');
  return (
    <FormGroup role="group" aria-label={usersTexts.createToken.scopes}>
      <FormControlLabel
        label={usersTexts.scopes.admin}
        control={<Checkbox checked={all} onChange={(_, checked) => onScopes(checked ? ['admin'] : [])} />}
      />
      <FormGroup sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' }, pl: 4 }}>
        {SOME_SCOPES.map((scope) => (
          <FormControlLabel
            key={scope}
            label={usersTexts.scopes[scope]}
            control={
              <Checkbox
                checked={all || scopes.includes(scope)}
                onChange={(_, checked) =>
                  onScopes(SOME_SCOPES.filter((one) => (one === scope ? checked : all || scopes.includes(one))))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormGroup>
  );
}

/** @param password undefined: the server generates one */
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

/** The menu of an account: what can be done with it, and why something cannot be done. */
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { UserAccount } from '../../../contract/index.ts';
import { usersTexts } from '../../texts/users.ts';
import { ArrowDropDownIcon } from '../../ui/icons/ArrowDropDown.tsx';
import type { UserTask } from './UserDialogs.tsx';

const { menu: texts } = usersTexts;

type Action = Exclude<UserTask['action'], 'add'>;

export function UserMenu({ user, onTask }: { user: UserAccount; onTask: (action: UserTask) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  /** action, label, and why it is not possible */
  const entries: [Action, string, string | undefined][] = [
    ['roles', texts.roles, undefined],
    ['password', texts.password, user.source === 'local' ? undefined : texts.passwordElsewhere],
    ['sessions', texts.sessions, user.sessions + user.tokens > 0 ? undefined : texts.noSessions],
    user.disabled ? ['enable', texts.enable, undefined] : ['disable', texts.disable, undefined],
  ];
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-label={usersTexts.userTable.changeUser(user.username)}
        endIcon={<ArrowDropDownIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {usersTexts.userTable.change}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {entries.map(([action, label, reason]) => (
          <MenuItem
            key={action}
            disabled={reason !== undefined}
            // The reason must stay readable.
            sx={{ '&.Mui-disabled': { opacity: 1 } }}
            onClick={() => {
              setAnchor(null);
              onTask({ action, user });
            }}
          >
            <ListItemText
              primary={label}
              secondary={reason}
              slotProps={{ primary: { color: reason === undefined ? 'textPrimary' : 'textDisabled' } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

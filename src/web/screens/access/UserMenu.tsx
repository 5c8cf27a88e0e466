/** The menu of an account: what can be done with it, and why something cannot be done. */
import type { UserAccount } from '../../../contract/index.ts';
import { usersTexts } from '../../texts/users.ts';
import { type RowAction, RowMenu } from '../../ui/RowMenu.tsx';
import type { UserTask } from './UserDialogs.tsx';

const { menu: texts, userTable: table } = usersTexts;

type Action = Exclude<UserTask['action'], 'add'>;

export function UserMenu({ user, onTask }: { user: UserAccount; onTask: (action: UserTask) => void }) {
  const actions: RowAction<Action>[] = [
    ['roles', texts.roles, undefined],
    ['password', texts.password, user.source === 'local' ? undefined : texts.passwordElsewhere],
    ['sessions', texts.sessions, user.sessions + user.tokens > 0 ? undefined : texts.noSessions],
    user.disabled ? ['enable', texts.enable, undefined] : ['disable', texts.disable, undefined],
  ];
  return (
    <RowMenu
      label={table.change}
      name={table.changeUser(user.username)}
      actions={actions}
      onChoose={(action) => onTask({ action, user })}
    />
  );
}

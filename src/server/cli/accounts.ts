/**
 * The commands for local accounts and API tokens.
 *
 *   addAccountCommands
 */
import { readFileSync } from 'node:fs';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role, TOKEN_SCOPES, type TokenScope } from '../../contract/index.ts';
import { createApiToken } from '../access/apiTokens.ts';
import { endedText } from '../access/endAccess.ts';
import { listUsers } from '../access/userQueries.ts';
import { addUser, endAccessOf, setDisabled, setPassword } from '../access/users.ts';
import { withDatabase } from './stores.ts';

const DAY_MS = 24 * 3600 * 1000;
/** who did it, in the journal */
const CONSOLE = 'console';

/** Read from standard input, so that it appears in no process list and no shell history. */
function passwordFromInput(): string {
  if (process.stdin.isTTY) console.error('Type the password, then Enter and Ctrl-D:');
  return readFileSync(0, 'utf8').replace(/\r?\n$/, '');
}

const days = (text: string): number => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('a number above 0');
  return number;
};

export function addAccountCommands(program: Command): void {
  const user = program.command('user').description('local accounts');
  user
    .command('add')
    .argument('<username>')
    .addArgument(new Argument('<roles...>').choices(ROLES))
    .description('add an account; the password is read from standard input')
    .action((username: string, roles: Role[]) =>
      withDatabase((database) =>
        addUser(database, { username, roles, password: passwordFromInput() }, database.clock.now(), CONSOLE),
      ),
    );
  user
    .command('password <username>')
    .description('set a new password, read from standard input; ends the sessions and API tokens of the account')
    .action((username: string) =>
      withDatabase((database) =>
        setPassword(database, username, passwordFromInput(), database.clock.now(), { by: CONSOLE }),
      ),
    );
  for (const [name, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user
      .command(`${name} <username>`)
      .description(disabled ? 'lock an account out, at once' : 'let an account in again')
      .action((username: string) =>
        withDatabase((database) => setDisabled(database, username, disabled, database.clock.now(), CONSOLE)),
      );
  }
  user
    .command('sign-out <username>')
    .description('end all sessions of an account and revoke its API tokens')
    .action((username: string) =>
      withDatabase(async (database) => {
        console.log(endedText(await endAccessOf(database, username, database.clock.now(), CONSOLE)));
      }),
    );
  user
    .command('list')
    .description('all accounts with their roles')
    .action(() =>
      withDatabase(async (database) => {
        for (const { username, roles, disabled } of await listUsers(database, database.clock.now(), { idle: DAY_MS })) {
          console.log(`${username}\t${roles.join(',')}${disabled ? '\tdisabled' : ''}`);
        }
      }),
    );

  program
    .command('token')
    .description('API tokens')
    .command('create <username> <name>')
    .description('make a token for an account; it is printed once')
    .option('--days <number>', 'valid for so many days', days, 365)
    .addOption(
      new Option('--scope <scope...>', 'what it may do (otherwise everything that its user may do)').choices(
        TOKEN_SCOPES,
      ),
    )
    .action((username: string, name: string, options: { days: number; scope?: TokenScope[] }) =>
      withDatabase(async (database) => {
        const now = database.clock.now();
        const expiresAt = now + options.days * DAY_MS;
        const { scope: scopes } = options;
        const { token } = await createApiToken(database, { name, username, scopes, now, expiresAt, by: CONSOLE });
        console.log(token);
      }),
    );
}

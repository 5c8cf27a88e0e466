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
import { type AsJson, jsonOption, print } from './output.ts';
import { withDatabase } from './stores.ts';

const DAY_MS = 24 * 3600 * 1000;
/** who did it, in the journal */
const CONSOLE = 'console';

/** Reads a password from standard input, so that it does not appear in process lists or the shell history. */
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
    .addOption(jsonOption())
    .action((given: string, roles: Role[], options: AsJson) =>
      withDatabase(async (database) => {
        const user = { username: given, roles, password: passwordFromInput() };
        const username = await addUser(database, user, database.clock.now(), CONSOLE);
        print(options, { username, roles }, []);
      }),
    );
  user
    .command('password <username>')
    .description('set a new password, read from standard input; ends the sessions and API tokens of the account')
    .addOption(jsonOption())
    .action((username: string, options: AsJson) =>
      withDatabase(async (database) => {
        const ended = await setPassword(database, username, passwordFromInput(), database.clock.now(), { by: CONSOLE });
        print(options, { username, ...ended }, []);
      }),
    );
  for (const [name, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user
      .command(`${name} <username>`)
      .description(disabled ? 'lock an account out, at once' : 'let an account in again')
      .addOption(jsonOption())
      .action((username: string, options: AsJson) =>
        withDatabase(async (database) => {
          await setDisabled(database, username, disabled, database.clock.now(), CONSOLE);
          print(options, { username, disabled }, []);
        }),
      );
  }
  user
    .command('sign-out <username>')
    .description('end all sessions of an account and revoke its API tokens')
    .addOption(jsonOption())
    .action((username: string, options: AsJson) =>
      withDatabase(async (database) => {
        const ended = await endAccessOf(database, username, database.clock.now(), CONSOLE);
        print(options, { username, ...ended }, [endedText(ended)]);
      }),
    );
  user
    .command('list')
    .description('all accounts with their roles')
    .addOption(jsonOption())
    .action((options: AsJson) =>
      withDatabase(async (database) => {
        const listed = await listUsers(database, database.clock.now(), { idle: DAY_MS });
        const users = listed.map(({ username, roles, disabled }) => ({ username, roles, disabled }));
        print(
          options,
          { users },
          users.map(({ username, roles, disabled }) =>
            [username, roles.join(','), ...(disabled ? ['disabled'] : [])].join('\t'),
          ),
        );
      }),
    );

  program
    .command('token')
    .description('API tokens')
    .command('create <username> <name>')
    .description('make a token for an account; it is printed once')
    .option('--days <number>', 'number of days that it is valid', days, 365)
    .addOption(
      new Option('--scope <scope...>', 'what it may do (otherwise everything that its user may do)').choices(
        TOKEN_SCOPES,
      ),
    )
    .addOption(jsonOption())
    .action((username: string, name: string, options: AsJson & { days: number; scope?: TokenScope[] }) =>
      withDatabase(async (database) => {
        const now = database.clock.now();
        const expiresAt = now + options.days * DAY_MS;
        const { scope: scopes } = options;
        const { token } = await createApiToken(database, { name, username, scopes, now, expiresAt, by: CONSOLE });
        const document = { token, username, name, scopes: scopes ?? [], expiresAt: new Date(expiresAt).toISOString() };
        print(options, document, [token]);
      }),
    );
}

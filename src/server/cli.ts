#!/usr/bin/env node
/**
 * The command line: `npx lacquer …`. Works on the store that the LACQUER_… settings name, beside a running server.
 *
 *   serve; user add | password | disable | enable | list; token create
 *
 * Exit codes: 0 done, 1 refused with a sentence, 78 settings that do not hold.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { ROLES, type Role } from '../contract/index.ts';
import { closeSessionsOf, createApiToken } from './access/sessions.ts';
import { addUser, listUsers, setDisabled, setPassword } from './access/users.ts';
import { readSettings, SettingsError } from './config.ts';
import { migrations } from './migrations/index.ts';
import { type Database, migrate, openDatabase } from './platform/database/database.ts';

const DAY = 24 * 3600 * 1000;

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase(readSettings(process.env).databaseUrl);
  try {
    await migrate(database, migrations);
    await work(database);
  } finally {
    await database.close();
  }
}

/** From standard input, so that it stands in no process list and no shell history. */
function passwordFromInput(): string {
  if (process.stdin.isTTY) console.error('Type the password, then Enter and Ctrl-D:');
  return readFileSync(0, 'utf8').replace(/\r?\n$/, '');
}

const program = new Command('lacquer').description('Looks after a Lacquer store.');

program
  .command('serve')
  .description('start the server (as npm start does, without building)')
  .action(async () => {
    await import('./main.ts');
  });

const user = program.command('user').description('local accounts');
user
  .command('add <username> <roles...>')
  .description(`add an account; the password is read from standard input. Roles: ${ROLES.join(', ')}`)
  .action((username: string, roles: Role[]) =>
    withDatabase((database) => addUser(database, { username, roles, password: passwordFromInput() }, Date.now())),
  );
user
  .command('password <username>')
  .description('set a new password, read from standard input; ends the sessions of the account')
  .action((username: string) =>
    withDatabase((database) => setPassword(database, username, passwordFromInput(), Date.now())),
  );
for (const [name, disabled] of [
  ['disable', true],
  ['enable', false],
] as const) {
  user
    .command(`${name} <username>`)
    .description(disabled ? 'lock an account out, at once' : 'let an account in again')
    .action((username: string) => withDatabase((database) => setDisabled(database, username, disabled, Date.now())));
}
user
  .command('sign-out <username>')
  .description('end all sessions of an account')
  .action((username: string) =>
    withDatabase(async (database) => {
      console.log(`${await closeSessionsOf(database, username)} sessions ended`);
    }),
  );
user
  .command('list')
  .description('all accounts with their roles')
  .action(() =>
    withDatabase(async (database) => {
      for (const { username, roles, disabled } of await listUsers(database, Date.now(), { idle: DAY })) {
        console.log(`${username}\t${roles.join(',')}${disabled ? '\tdisabled' : ''}`);
      }
    }),
  );

program
  .command('token')
  .description('API tokens')
  .command('create <username> <name>')
  .description('make a token for an account; it is printed once')
  .option('--days <number>', 'valid for so many days', '365')
  .action((username: string, name: string, options: { days: string }) =>
    withDatabase(async (database) => {
      const now = Date.now();
      const expiresAt = now + Number(options.days) * DAY;
      if (!Number.isFinite(expiresAt)) throw new Error('--days takes a number');
      const { token } = await createApiToken(database, { name, username, now, expiresAt });
      console.log(token);
    }),
  );

program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof SettingsError ? 78 : 1;
});

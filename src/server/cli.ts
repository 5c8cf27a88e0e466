#!/usr/bin/env node
/**
 * The command line: `npx lacquer …`. Works on the store that the LACQUER_… settings name, beside a running server.
 *
 *   serve, worker; user add | password | disable | enable | sign-out | list; token create
 *   backup, restore, scrub, gc
 *
 * Exit codes: 0 done, 1 failed or refused with a sentence, 2 wrong usage: the command line or the settings do not hold.
 */
import './nativePool.ts';
import { readFileSync } from 'node:fs';
import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import { ROLES, type Role } from '../contract/index.ts';
import { createApiToken, endedText } from './access/sessions.ts';
import { addUser, endAccessOf, listUsers, setDisabled, setPassword } from './access/users.ts';
import { backup, restore } from './administration/backup.ts';
import { lookAtClock } from './administration/clockWatch.ts';
import { scrub } from './administration/scrub.ts';
import { collectGarbage } from './catalogue/garbage.ts';
import { openSnapshots, type Snapshots } from './catalogue/snapshots.ts';
import { readSettings, type Settings, SettingsError } from './config.ts';
import { isOutdated } from './pictures/prepare.ts';
import type { Blobs } from './platform/blobs/blobs.ts';
import { openFolder, setPrivateUmask } from './platform/disk.ts';
import type { Database } from './schema.ts';
import { EXIT, sentenceOf } from './start.ts';
import { openBlobStore, openStore } from './store.ts';

interface Store {
  settings: Settings;
  database: Database;
  blobs: Blobs;
  snapshots: Snapshots;
}

const DAY = 24 * 3600 * 1000;
/** who did it, in the journal */
const CONSOLE = 'console';

async function withDatabase(work: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openStore(readSettings(process.env), { alone: false });
  try {
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

const days = (text: string): number => {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('a number above 0');
  return number;
};

const program = new Command('lacquer')
  .description('Runs and looks after a Lacquer store. The LACQUER_… settings of docs/guides/operate.md name it.')
  .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage or settings.')
  .showHelpAfterError('(lacquer --help lists the commands)')
  .allowExcessArguments(false)
  .exitOverride();

program
  .command('serve')
  .description(
    'start the server (as npm start does, without building); with LACQUER_WORKERS=0 it leaves jobs to workers',
  )
  .action(async () => {
    await import('./main.ts');
  });
program
  .command('worker')
  .description('run jobs, LACQUER_WORKERS at a time, and listen nowhere; beside servers on one PostgreSQL database')
  .action(async () => {
    await import('./worker.ts');
  });

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
      for (const { username, roles, disabled } of await listUsers(database, database.clock.now(), { idle: DAY })) {
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
  .action((username: string, name: string, options: { days: number }) =>
    withDatabase(async (database) => {
      const now = database.clock.now();
      const expiresAt = now + options.days * DAY;
      const { token } = await createApiToken(database, { name, username, now, expiresAt, by: CONSOLE });
      console.log(token);
    }),
  );

/** Each blob is read once here, so little of it is worth keeping. */
const CACHE_BYTES = 64 * 1024 ** 2;

async function withBlobs(settings: Settings, work: (blobs: Blobs) => Promise<void>): Promise<void> {
  const place = settings.blobs;
  const blobs = await openBlobStore('s3' in place ? { s3: { ...place.s3, cacheBytes: CACHE_BYTES } } : place);
  try {
    await work(blobs);
  } finally {
    await blobs.close();
  }
}

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env);
  await withDatabase((database) =>
    withBlobs(settings, (blobs) => work({ settings, database, blobs, snapshots: openSnapshots(database, blobs) })),
  );
}

program
  .command('backup <folder>')
  .description('copy the whole store into a folder, while the server runs; into the same folder again only what is new')
  .option('--database-only', 'leaves the blobs out, where the bucket that has them keeps what was deleted')
  .action((folder: string, { databaseOnly = false }: { databaseOnly?: boolean }) => {
    const settings = readSettings(process.env);
    return withBlobs(settings, async (blobs) => {
      const { rows, copied, present } = await backup({ databaseUrl: settings.databaseUrl, blobs }, folder, {
        databaseOnly,
      });
      console.log(`${rows} rows; ${databaseOnly ? 'no blobs' : `${copied} blobs copied, ${present} there already`}`);
    });
  });
program
  .command('restore <folder>')
  .description('fill an empty store from a backup; the server must not run')
  .action(async (folder: string) => {
    const settings = readSettings(process.env);
    await openFolder(settings.data, { setting: 'LACQUER_DATA', own: false });
    return withBlobs(settings, async (blobs) => {
      const { rows, copied } = await restore({ databaseUrl: settings.databaseUrl, blobs }, folder);
      console.log(`${rows} rows and ${copied} blobs restored`);
    });
  });
program
  .command('scrub')
  .description('read every blob against its hash; exit code 1 when one is damaged or missing')
  .action(() =>
    withStore(async (store) => {
      const { blobs, damaged, missing } = await scrub(store);
      for (const sha256 of damaged) console.log(`damaged ${sha256}`);
      for (const sha256 of missing) console.log(`missing ${sha256}`);
      console.log(`${blobs} blobs read, ${damaged.length} damaged, ${missing.length} missing`);
      if (damaged.length + missing.length > 0) process.exitCode = EXIT.failed;
    }),
  );
program
  .command('gc')
  .description('delete what no area and no kept history needs, after the time of grace (LACQUER_GRACE_DAYS)')
  .option('--dry-run', 'only say what would go')
  .action((options: { dryRun?: true }) =>
    withStore(async ({ settings: { graceDays, historyDays }, ...store }) => {
      const clock = await lookAtClock(store.database, graceDays);
      const steadyFrom = clock.steadySince + graceDays * DAY;
      if (steadyFrom > clock.now) {
        const [since, until] = [clock.steadySince, steadyFrom].map((time) => new Date(time).toISOString());
        console.log(`The clock of the store has been watched since ${since}. Nothing is deleted before ${until}.`);
      }
      const report = await collectGarbage({
        ...store,
        ...clock,
        graceDays,
        historyDays,
        outdated: isOutdated,
        dryRun: options.dryRun ?? false,
      });
      for (const [what, count] of Object.entries(report)) console.log(`${what}: ${count}`);
      if (!options.dryRun) console.log(`unfinished uploads: ${await store.blobs.sweep()}`);
    }),
  );

setPrivateUmask();
program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // It has said what is wrong, or given the help that was asked for.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    return;
  }
  console.error(sentenceOf(error));
  process.exitCode = error instanceof SettingsError ? EXIT.usage : EXIT.failed;
});

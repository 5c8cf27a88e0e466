#!/usr/bin/env node
/**
 * The command line: `lacquer …`. Works on the store that the LACQUER_… settings name, even while a server runs, or
 * remotely with the server that LACQUER_URL names.
 *
 *   serve, worker; user add | password | disable | enable | sign-out | list; token create
 *   check, migrate, backup, restore, move, scrub, gc
 *   completion, manual
 *   deliver, status, events, promote, picture    from anywhere
 *
 * Exit codes: 0 done, 1 failed or refused with a sentence, 2 wrong usage: the command line or the settings are invalid,
 * or the server cannot be reached.
 */
import './nativePool.ts';
import { Command, CommanderError } from 'commander';
import { appVersion } from './administration/buildInfo.ts';
import { addAccountCommands } from './cli/accounts.ts';
import { addCheckCommand } from './cli/check.ts';
import { addCompletionCommands } from './cli/completion.ts';
import { addMaintenanceCommands } from './cli/maintenance.ts';
import { addMoveCommand } from './cli/move.ts';
import { printError } from './cli/output.ts';
import { addRemoteCommands } from './cli/remote.ts';
import { setPrivateUmask } from './platform/disk.ts';

const program = new Command('lacquer')
  .version(appVersion, '-V, --version')
  .description(
    'Runs and looks after a Lacquer store, which the LACQUER_… settings of docs/guides/operate.md name; delivers, promotes and fetches pictures on any server, which LACQUER_URL and LACQUER_TOKEN name.',
  )
  .addHelpText('after', '\nExit codes: 0 done, 1 failed or refused, 2 wrong usage or settings, or no server.')
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
  .description(
    'run jobs, LACQUER_WORKERS at a time, without listening on a port; for servers that share a PostgreSQL database',
  )
  .action(async () => {
    await import('./worker.ts');
  });

addAccountCommands(program);
addCheckCommand(program);
addMaintenanceCommands(program);
addMoveCommand(program);
addRemoteCommands(program);
addCompletionCommands(program, appVersion);

setPrivateUmask();
program.parseAsync().catch((error: unknown) => {
  // The help and the version are no errors.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  process.exitCode = printError(error, process.argv.includes('--json'));
});

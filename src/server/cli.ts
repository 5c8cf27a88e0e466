#!/usr/bin/env node
/**
 * The command line: `lacquer …`. Works on the store that the LACQUER_… settings name, beside a running server, or from
 * anywhere on the server that LACQUER_URL names.
 *
 *   serve, worker; user add | password | disable | enable | sign-out | list; token create
 *   check, migrate, backup, restore, move, scrub, gc
 *   completion, manual
 *   deliver, status, promote              from anywhere
 *
 * Exit codes: 0 done, 1 failed or refused with a sentence, 2 wrong usage: the command line or the settings do not hold, or
 * the server cannot be asked.
 */
import './nativePool.ts';
import { Command, CommanderError } from 'commander';
import { appVersion } from './administration/buildInfo.ts';
import { addAccountCommands } from './cli/accounts.ts';
import { addCheckCommand } from './cli/check.ts';
import { addCompletionCommands } from './cli/completion.ts';
import { addMaintenanceCommands } from './cli/maintenance.ts';
import { addMoveCommand } from './cli/move.ts';
import { NotConnected } from './cli/remote/connection.ts';
import { addRemoteCommands } from './cli/remote.ts';
import { SettingsError } from './config.ts';
import { setPrivateUmask } from './platform/disk.ts';
import { EXIT, sentenceOf } from './start.ts';

const program = new Command('lacquer')
  .version(appVersion, '-V, --version')
  .description(
    'Runs and looks after a Lacquer store, which the LACQUER_… settings of docs/guides/operate.md name; delivers and promotes on any server, which LACQUER_URL and LACQUER_TOKEN name.',
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
  .description('run jobs, LACQUER_WORKERS at a time, and listen nowhere; beside servers on one PostgreSQL database')
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
  if (error instanceof CommanderError) {
    // Commander has printed what is wrong, or the help.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    return;
  }
  console.error(sentenceOf(error));
  process.exitCode = error instanceof SettingsError || error instanceof NotConnected ? EXIT.usage : EXIT.failed;
});

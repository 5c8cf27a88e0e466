#!/usr/bin/env node
/**
 * The command line: `npx lacquer …`. Works on the store that the LACQUER_… settings name, beside a running server.
 *
 *   serve, worker; user add | password | disable | enable | sign-out | list; token create
 *   migrate, backup, restore, scrub, gc
 *
 * Exit codes: 0 done, 1 failed or refused with a sentence, 2 wrong usage: the command line or the settings do not hold.
 */
import './nativePool.ts';
import { Command, CommanderError } from 'commander';
import { appVersion } from './administration/buildInfo.ts';
import { addAccountCommands } from './cli/accounts.ts';
import { addMaintenanceCommands } from './cli/maintenance.ts';
import { SettingsError } from './config.ts';
import { setPrivateUmask } from './platform/disk.ts';
import { EXIT, sentenceOf } from './start.ts';

const program = new Command('lacquer')
  .version(appVersion, '-V, --version')
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

addAccountCommands(program);
addMaintenanceCommands(program);

setPrivateUmask();
program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // Commander has printed what is wrong, or the help.
    process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    return;
  }
  console.error(sentenceOf(error));
  process.exitCode = error instanceof SettingsError ? EXIT.usage : EXIT.failed;
});

/**
 * The commands that work on a server anywhere, by an API token: deliver, status, events, promote.
 *
 *   addRemoteCommands
 */
import { constants } from 'node:os';
import { type Command, Option } from 'commander';
import { AREAS } from '../../contract/index.ts';
import type { EventOptions } from './remote/events.ts';
import type { PromoteOptions } from './remote/promote.ts';

/** Runs a command that Ctrl-C ends in order, and sets its exit code. */
async function interruptible(work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const ending = new AbortController();
  let received: 'SIGINT' | 'SIGTERM' | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // Not `once`: a library that sees no other listener ends the process itself.
    process.on(name, () => {
      if (received !== undefined) process.exit(128 + constants.signals[name]);
      received = name;
      ending.abort(new Error('Interrupted.'));
    });
  }
  try {
    process.exitCode = await work(ending.signal);
  } catch (error) {
    if (received === undefined) throw error;
    console.error('Interrupted.');
    process.exit(128 + constants.signals[received]);
  }
}

const addressOption = () => new Option('--url <address>', 'the server; absent: LACQUER_URL');
const jsonOption = () => new Option('--json', 'print JSON');

export function addRemoteCommands(program: Command): void {
  program
    .command('deliver <packs...>')
    .description('send packs to the server at LACQUER_URL, with the API token in LACQUER_TOKEN')
    .option('--wait', 'until each is live or refused; exit code 1 when one is refused')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((packs: string[], options: { url?: string; wait?: true; json?: true }) =>
      interruptible(async (signal) => (await import('./remote/deliver.ts')).deliver(packs, options, signal)),
    );
  program
    .command('status [set]')
    .description('what each area shows of all sets, or of one')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((set: string | undefined, options: { url?: string; json?: true }) =>
      interruptible(async (signal) => (await import('./remote/status.ts')).status(set, options, signal)),
    );
  program
    .command('events')
    .description('print what happens, a line each, until Ctrl-C')
    .addOption(new Option('--area <area>', 'only what this area shows').choices(AREAS))
    .option('--after <id>', 'go on after this event; 0: the oldest that is kept; absent: from now on')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((options: EventOptions) =>
      interruptible(async (signal) => (await import('./remote/events.ts')).printEvents(options, signal)),
    );
  program
    .command('promote <sets...>')
    .description('promote sets, or static packs with --static')
    .addOption(new Option('--to <area>', 'the area that gets them').choices(AREAS.slice(1)).makeOptionMandatory())
    .addOption(
      new Option('--from <area>', 'the area that has them; absent: the one before; Embargo for static packs').choices(
        AREAS.slice(0, -1),
      ),
    )
    .option('--metadata', 'only versions, features, layers and rules')
    .option('--static', 'the names are those of static packs')
    .option('--note <text>', 'for the history')
    .option('--wait', 'until each is promoted or refused; exit code 1 when one is refused')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((keys: string[], options: PromoteOptions) =>
      interruptible(async (signal) => (await import('./remote/promote.ts')).promote(keys, options, signal)),
    );
}

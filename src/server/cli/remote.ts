/**
 * The commands that work on a server anywhere, by an API token: deliver, status, events, promote, picture.
 *
 *   addRemoteCommands
 */
import { constants } from 'node:os';
import { type Command, Option } from 'commander';
import { AREAS, PICTURE_FORMATS } from '../../contract/index.ts';
import { type AsJson, Interrupted, jsonOption, printError } from './output.ts';
import type { EventOptions } from './remote/events.ts';
import type { PictureOptions } from './remote/picture.ts';
import type { PromoteOptions } from './remote/promote.ts';

/** Runs a command that Ctrl-C stops cleanly, and sets its exit code. */
async function interruptible({ json }: AsJson, work: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const ending = new AbortController();
  let received: 'SIGINT' | 'SIGTERM' | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    // Not `once`: a library that sees no other listener ends the process itself.
    process.on(name, () => {
      if (received !== undefined) process.exit(128 + constants.signals[name]);
      received = name;
      ending.abort(new Interrupted());
    });
  }
  try {
    process.exitCode = await work(ending.signal);
  } catch (error) {
    if (received === undefined) throw error;
    printError(new Interrupted(), json ?? false);
    process.exit(128 + constants.signals[received]);
  }
}

const addressOption = () => new Option('--url <address>', 'the server; absent: LACQUER_URL');

export function addRemoteCommands(program: Command): void {
  program
    .command('deliver <packs...>')
    .description('send packs to the server at LACQUER_URL, with the API token in LACQUER_TOKEN')
    .option('--wait', 'until each is live or refused; exit code 1 when one is refused')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((packs: string[], options: { url?: string; wait?: true; json?: true }) =>
      interruptible(options, async (signal) => (await import('./remote/deliver.ts')).deliver(packs, options, signal)),
    );
  program
    .command('status [set]')
    .description('what each area shows of all sets, or of one')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((set: string | undefined, options: { url?: string; json?: true }) =>
      interruptible(options, async (signal) => (await import('./remote/status.ts')).status(set, options, signal)),
    );
  program
    .command('events')
    .description('print what happens, a line each, until Ctrl-C')
    .addOption(new Option('--area <area>', 'only what this area shows').choices(AREAS))
    .option('--after <id>', 'continue after this event; 0: the oldest that is kept; absent: from now on')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((options: EventOptions) =>
      // Ctrl-C is how it ends, so that is no error.
      interruptible({}, async (signal) => (await import('./remote/events.ts')).printEvents(options, signal)),
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
      interruptible(options, async (signal) => (await import('./remote/promote.ts')).promote(keys, options, signal)),
    );
  program
    .command('picture <set>')
    .description('fetch the picture of a version with its options, or of layers, into a file or to standard output')
    .addOption(new Option('--view <angle>', 'the angle').makeOptionMandatory())
    .addOption(new Option('--area <area>', 'what this area shows').choices(AREAS).default('prod'))
    .option('--version-id <id>', 'the version; --layers names layers instead')
    .addOption(new Option('--layers <names>', 'comma-separated').conflicts('versionId'))
    .option('--options <codes>', 'comma-separated')
    .option('--color <code>')
    .option('--trim <code>')
    .option('--country <code>', 'two letters')
    .addOption(new Option('--viewport <viewport>').choices(['exterior', 'interior']).default('exterior'))
    .addOption(new Option('--driver <side>', 'the side that the steering wheel is on').choices(['LHD', 'RHD']))
    .option('--size <name>', 'a resolution; absent: the first of the asset profile')
    .addOption(new Option('--format <format>', 'absent: by the name of the file, else PNG').choices(PICTURE_FORMATS))
    .option('--exact', 'a reduced picture is blended before it is scaled')
    .option('-o, --output <file>', 'absent: standard output')
    .addOption(addressOption())
    .addOption(jsonOption())
    .action((set: string, options: PictureOptions) =>
      interruptible(options, async (signal) => (await import('./remote/picture.ts')).picture(set, options, signal)),
    );
}

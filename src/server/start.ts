/**
 * What starting a process has in common, whether it serves or runs jobs.
 *
 *   keepCompiled    before anything else of ours is imported
 *   EXIT            codes that a process ends with
 *   clearUp         once after starting
 *   refusal         the sentence and the code for a start that cannot be
 *   endOnSignals    an orderly end
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** 0: done. 1: it failed. 2: it was asked in a way that cannot be, settings included. */
export const EXIT = { failed: 1, usage: 2 } as const;

/**
 * What is compiled once is read from there at the next start, by threads too. That starts sooner, and Node's TypeScript
 * compiler, 60 MiB of memory, stays out.
 */
export function keepCompiled(): void {
  const { directory } = enableCompileCache(fileURLToPath(new URL('../../.build/compiled', import.meta.url)));
  if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory;
}

/** What starting left behind goes at once; a server at rest would keep it for hours: 20 MiB. Takes a tenth of a second. */
export function clearUp(): void {
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/** Says why on standard error and ends the process. @throws whatever no sentence is known for */
export async function refusal(error: unknown): Promise<never> {
  const { SettingsError } = await import('./config.ts');
  const { BlobsNotUsable } = await import('./platform/blobs/blobs.ts');
  if (error instanceof BlobsNotUsable) {
    console.error(`Lacquer cannot start; ${error.message}`);
    process.exit(EXIT.failed);
  }
  if (!(error instanceof SettingsError)) throw error;
  console.error(`Lacquer cannot start; these settings do not hold:\n${error.message}`);
  process.exit(EXIT.usage);
}

export function endOnSignals(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(EXIT.failed);
        },
      );
    });
  }
}

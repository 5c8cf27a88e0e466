/**
 * What starting a process has in common, whether it serves or runs jobs.
 *
 *   keepCompiled    before anything else of ours is imported
 *   EXIT            codes that a process ends with
 *   clearUp         once after starting
 *   warnOfRoot      a process that may do everything on the machine
 *   refusal         the sentence and the code for a start that cannot be
 *   sentenceOf      an error in words
 *   endOnSignals    an orderly end
 *   inTime          waits, but not beyond a deadline
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { constants } from 'node:os';
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

export function warnOfRoot(): void {
  if (process.getuid?.() !== 0) return;
  console.error(
    'Lacquer runs as root. Give it an account of its own, so that a fault in it reaches only its own files.',
  );
}

/** Errors of several addresses that were tried, and those without a message, have words too. */
export function sentenceOf(error: unknown): string {
  const { message = '', code = '', errors = [] } = error as { message?: string; code?: string; errors?: unknown[] };
  return message || (errors.length > 0 ? errors.map(sentenceOf).join('; ') : code || String(error));
}

/** Why a server cannot listen; undefined: it is something else. */
function listenProblem(error: unknown): string | undefined {
  const { code, address, port, syscall, hostname } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
    hostname?: string;
  };
  if (code === 'EADDRINUSE') {
    return `LACQUER_PORT: another program, perhaps another Lacquer, listens on port ${port} of ${address} already. Stop it, or choose another port.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `LACQUER_PORT: this account may not listen on port ${port}. Choose one above 1023 and put a proxy in front.`;
  }
  if (code === 'EADDRNOTAVAIL') return `LACQUER_HOST: this machine does not have the address ${address}.`;
  if (code === 'ENOTFOUND' && syscall === 'getaddrinfo') return `LACQUER_HOST: there is no address for ${hostname}.`;
  return undefined;
}

/** Says why on standard error and ends the process; what has no sentence is shown with its stack, to be reported. */
export async function refusal(error: unknown): Promise<never> {
  const { SettingsError } = await import('./config.ts');
  const { NotUsable } = await import('./platform/notUsable.ts');
  if (error instanceof SettingsError) {
    console.error(`Lacquer cannot start; these settings do not hold:\n${error.message}`);
    process.exit(EXIT.usage);
  }
  const sentence = error instanceof NotUsable ? error.message : listenProblem(error);
  if (sentence === undefined) console.error('Lacquer cannot start, and this is not a cause that it knows:', error);
  else console.error(`Lacquer cannot start. ${sentence}`);
  process.exit(EXIT.failed);
}

/** The orderly end has this long; container platforms kill after 30 seconds. */
const END_MS = 25_000;
/** Beyond the deadline the stores are closed; when that hangs too the process ends all the same. */
const CLOSE_MS = 3_000;

/** Resolves when `work` is done or the deadline has come; without a deadline it waits. @throws what `work` throws */
export async function inTime(work: Promise<unknown> | undefined, deadline?: AbortSignal): Promise<void> {
  if (deadline === undefined) return void (await work);
  if (deadline.aborted) return;
  const late = Promise.withResolvers<void>();
  const end = () => late.resolve();
  deadline.addEventListener('abort', end);
  await Promise.race([work, late.promise]).finally(() => deadline.removeEventListener('abort', end));
}

/**
 * On SIGTERM or Ctrl-C the process ends in order; a second signal ends it at once.
 * @param close stops taking work, waits for what is under way until `deadline`, and closes the stores
 */
export function endOnSignals(close: (deadline: AbortSignal) => Promise<void>): void {
  let ending = false;
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    if (ending) process.exit(128 + constants.signals[signal]);
    ending = true;
    setTimeout(() => {
      console.error(`Lacquer did not end within ${(END_MS + CLOSE_MS) / 1000} seconds and is cut off.`);
      process.exit(EXIT.failed);
    }, END_MS + CLOSE_MS).unref();
    close(AbortSignal.timeout(END_MS)).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(EXIT.failed);
      },
    );
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
}

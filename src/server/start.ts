/**
 * How servers and workers start and end.
 *
 *   EXIT                 exit codes
 *   freeStartupMemory    call it once after starting
 *   warnAboutRoot        warns when the process runs as root
 *   exitWithReason       prints why the process cannot start, and exits
 *   sentenceOf           an error as a sentence
 *   listenProblem        why a server cannot listen
 *   endOnSignals         orderly shutdown
 *   announce             reports that the process starts or ends
 *   withDeadline         waits for work, but not beyond a deadline
 */
import { flushCompileCache } from 'node:module';
import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from './platform/log.ts';

/** 0: done. 1: it failed. 2: wrong usage, settings included. */
export const EXIT = { failed: 1, usage: 2 } as const;

/** Collects the garbage of starting, 20 MiB, which an idle server would keep for hours. Takes a tenth of a second. */
export function freeStartupMemory(): void {
  flushCompileCache();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

export function warnAboutRoot(): void {
  if (process.getuid?.() !== 0) return;
  console.error(
    'Lacquer runs as root. Give it an account of its own, so that a fault in it reaches only its own files.',
  );
}

/** Handles errors without a message, and those that collect the failures of several addresses. */
export function sentenceOf(error: unknown): string {
  const { message = '', code = '', errors = [] } = error as { message?: string; code?: string; errors?: unknown[] };
  return message || (errors.length > 0 ? errors.map(sentenceOf).join('; ') : code || String(error));
}

/** Why a server cannot listen; undefined: another kind of error. */
export function listenProblem(error: unknown): string | undefined {
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

/** Prints why on standard error and ends the process. An unknown error is printed with its stack, to be reported. */
export async function exitWithReason(error: unknown): Promise<never> {
  const { SettingsError } = await import('./config.ts');
  const { NotUsable } = await import('./platform/notUsable.ts');
  if (error instanceof SettingsError) {
    console.error(`Lacquer cannot start; these settings are invalid:\n${error.message}`);
    process.exit(EXIT.usage);
  }
  const sentence = error instanceof NotUsable ? error.message : listenProblem(error);
  if (sentence === undefined) console.error('Lacquer cannot start, and this is not a cause that it knows:', error);
  else console.error(`Lacquer cannot start. ${sentence}`);
  process.exit(EXIT.failed);
}

/** Time for an orderly shutdown; container platforms kill after 30 seconds. */
const SHUTDOWN_MS = 25_000;
/** After the deadline the stores are closed; if that hangs too, the process ends anyway. */
const CLOSE_MS = 3_000;

/** How often a process that npx or the package's command started checks that its parent still runs. */
const PARENT_CHECK_INTERVAL_MS = 500;

/** Resolves when `work` is done or the deadline has passed; without a deadline it waits. @throws what `work` throws */
export async function withDeadline(work: Promise<unknown> | undefined, deadline?: AbortSignal): Promise<void> {
  if (deadline === undefined) return void (await work);
  if (deadline.aborted) return;
  const late = Promise.withResolvers<void>();
  const end = () => late.resolve();
  deadline.addEventListener('abort', end);
  await Promise.race([work, late.promise]).finally(() => deadline.removeEventListener('abort', end));
}

/**
 * Reports that the process starts or ends: as text on a terminal, elsewhere as a log line, at a level that is logged by
 * default.
 */
export function announce(log: Pick<Log, 'warn'>, sentence: string): void {
  if (process.stdout.isTTY) console.log(sentence);
  else log.warn(sentence);
}

/**
 * On SIGTERM or Ctrl-C, also if npx received it, the process shuts down in order; a second signal ends it immediately.
 * @param log called when the shutdown begins and when it is done
 * @param close stops accepting work, waits for running work until `deadline`, and closes the stores
 */
export function endOnSignals(log: Pick<Log, 'warn'>, close: (deadline: AbortSignal) => Promise<void>): void {
  let ending = false;
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    if (ending) process.exit(128 + constants.signals[signal]);
    ending = true;
    announce(log, `Lacquer ends, by ${signal}.`);
    setTimeout(() => {
      console.error(`Lacquer did not end within ${(SHUTDOWN_MS + CLOSE_MS) / 1000} seconds and is cut off.`);
      process.exit(EXIT.failed);
    }, SHUTDOWN_MS + CLOSE_MS).unref();
    close(AbortSignal.timeout(SHUTDOWN_MS)).then(
      () => {
        announce(log, 'Lacquer has ended.');
        process.exit(0);
      },
      (error: unknown) => {
        console.error(error);
        process.exit(EXIT.failed);
      },
    );
  };
  process.on('SIGINT', () => end('SIGINT'));
  process.on('SIGTERM', () => end('SIGTERM'));
  // npx passes the signal to a shell, which ends without passing it on; and whatever started this process may be killed.
  if (process.env['npm_command'] !== 'exec' && process.env['ENDS_WITH_PARENT'] !== '1') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (!ending) end('SIGTERM');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

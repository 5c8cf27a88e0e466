/**
 * What commands print on standard output: sentences, or with `--json` one JSON document, also when they fail. Progress, warnings
 * and the name of the store go to standard error.
 *
 *   jsonOption, AsJson
 *   print
 *   Interrupted
 *   printError      @returns the exit code
 */
import { CommanderError, Option } from 'commander';
import { ApiFailure } from '../../contract/index.ts';
import { SettingsError } from '../config.ts';
import { ApiError } from '../platform/http/errors.ts';
import { EXIT, sentenceOf } from '../start.ts';
import { NotConnected, WrongUsage } from './remote/connection.ts';

/** By Ctrl-C or SIGTERM. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.');
  }
}

export interface AsJson {
  json?: true;
}

export const jsonOption = (): Option => new Option('--json', 'print JSON, errors too');

/** @param text lines; none: the command says nothing when it is done */
export function print({ json }: AsJson, document: object, text: readonly string[]): void {
  if (json) console.log(JSON.stringify(document, null, 2));
  else for (const line of text) console.log(line);
}

function codeOf(error: unknown): string {
  if (error instanceof CommanderError || error instanceof WrongUsage) return 'usage';
  if (error instanceof SettingsError) return 'settings';
  if (error instanceof Interrupted) return 'interrupted';
  if (error instanceof ApiError) return error.code;
  const failure = error instanceof NotConnected ? error.cause : error;
  const answer = failure instanceof ApiFailure ? (failure.body as { code?: unknown } | null | undefined) : undefined;
  if (typeof answer?.code === 'string') return answer.code;
  return error instanceof NotConnected ? 'no-server' : 'failed';
}

/** @param asJson whether the command line asks for it; a command line that is wrong has no options yet */
export function printError(error: unknown, asJson: boolean): number {
  const message = error instanceof CommanderError ? error.message.replace(/^error: /, '') : sentenceOf(error);
  if (asJson) console.log(JSON.stringify({ error: { code: codeOf(error), message } }));
  // Commander has printed what is wrong.
  else if (!(error instanceof CommanderError)) console.error(message);
  const isUsage = [CommanderError, SettingsError, NotConnected].some((kind) => error instanceof kind);
  return isUsage ? EXIT.usage : EXIT.failed;
}

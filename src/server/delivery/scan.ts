/**
 * Scanning packs for viruses by a program of the operator's choice, before anything of a pack is read. The program gets the
 * pack's bytes on its standard input and answers by its exit code, as `clamdscan -` does: 0 clean, 1 infected, anything
 * else could not tell. Without an answer a pack does not go live.
 *
 *   Scan
 *   openScan
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PositionalReader } from '../platform/blobs/blobs.ts';
import { blocksOf } from '../platform/blobs/stream.ts';

/** @returns what was found, in the scanner's words; undefined for nothing. @throws Error when the scanner could not tell */
export type Scan = (reader: PositionalReader, signal: AbortSignal) => Promise<string | undefined>;

const SAID_AT_MOST = 4000;
const CLEAN = 0;
const INFECTED = 1;

const FOUND = ' FOUND';

/** `stream: Eicar-Test-Signature FOUND` -> `Eicar-Test-Signature` */
function nameIn(said: string): string {
  const [line = ''] = said.trim().split('\n');
  const colon = line.indexOf(': ');
  const rest = colon < 0 ? line : line.slice(colon + 2);
  const name = rest.endsWith(FOUND) ? rest.slice(0, -FOUND.length) : rest;
  return name.trim().slice(0, 200) || 'something that it does not name';
}

/** @param command program and arguments, started as they are, without a shell */
export function openScan(command: readonly string[]): Scan {
  const [program = '', ...args] = command;
  return async (reader, signal) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], signal });
    const ended = once(child, 'close') as Promise<[number | null]>;
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < SAID_AT_MOST) said += text;
    });
    // A scanner that has seen enough closes its input; what it says by its exit counts.
    const fed = pipeline(Readable.from(blocksOf(reader)), child.stdin).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'EPIPE') child.kill();
      return error;
    });
    const [code] = await ended.catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new Error(`The virus scanner ${program} could not be started.`, { cause });
    });
    const broken = await fed;
    signal.throwIfAborted();
    if (code === INFECTED) return nameIn(said);
    if (code === CLEAN && broken === undefined) return undefined;
    throw new Error(`The virus scanner ${program} could not tell (exit code ${code ?? 'none'}).`);
  };
}

/**
 * Scans packs for viruses with a program of the operator's choice, before a pack is read. The program gets the pack's bytes
 * on its standard input and answers with its exit code, as `clamdscan -` does: 0 clean, 1 infected, anything else failed.
 * Without an answer a pack does not go live.
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

/** @returns what the scanner found, in its words; undefined for nothing. @throws Error if the scan failed */
export type Scan = (reader: PositionalReader, signal: AbortSignal) => Promise<string | undefined>;

const OUTPUT_CHARACTERS = 4000;
const NAME_CHARACTERS = 200;
const CLEAN = 0;
const INFECTED = 1;

const FOUND = ' FOUND';

/** `stream: Eicar-Test-Signature FOUND` -> `Eicar-Test-Signature` */
function virusNameIn(output: string): string {
  const [line = ''] = output.trim().split('\n');
  const colon = line.indexOf(': ');
  const rest = colon < 0 ? line : line.slice(colon + 2);
  const name = rest.endsWith(FOUND) ? rest.slice(0, -FOUND.length) : rest;
  return name.trim().slice(0, NAME_CHARACTERS) || 'an unnamed threat';
}

/** @param command program and arguments, started without a shell */
export function openScan(command: readonly string[]): Scan {
  const [program = '', ...args] = command;
  return async (reader, signal) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], signal });
    const ended = once(child, 'close') as Promise<[number | null]>;
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < OUTPUT_CHARACTERS) output += text;
    });
    const stop = () => {
      child.kill();
      // A program that a script started has the output still open.
      child.stdout.destroy();
    };
    const pack: PositionalReader = {
      size: reader.size,
      read: (position, length) =>
        reader.read(position, length).catch((error: unknown) => {
          stop();
          throw error;
        }),
      close: () => reader.close(),
    };
    // A scanner may close its input early, or exit. Its exit code and what it printed count, whatever error the write got.
    const fed = pipeline(Readable.from(blocksOf(pack)), child.stdin).catch((error: unknown) => {
      if (signal.aborted) stop();
      return error;
    });
    const [code] = await ended.catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new Error(`The virus scanner ${program} could not be started.`, { cause });
    });
    const broken = await fed;
    signal.throwIfAborted();
    if (code === INFECTED) return virusNameIn(output);
    if (code === CLEAN && broken === undefined) return undefined;
    throw new Error(`The virus scanner ${program} gave no verdict (exit code ${code ?? 'none'}).`);
  };
}

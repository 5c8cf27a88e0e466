/**
 * Taking a pack in over HTTP, from the first byte sent until it is live, in one form and in parts. A new pack against sharp
 * decoding its pictures on all cores and nothing else; the same pack again with 1 % changed against a server that receives and
 * hashes its bytes and nothing else; and the memory of the server meanwhile. Only the process of the server is measured, with
 * all its threads. The pictures are the heavy layers of a car, 1280 x 720, 226 kB on average, each with a different comment, so
 * that all contents differ.
 *
 *   ingestRows       1,000 pictures; node bench/ingest.ts 5000 for a pack of more than a GB
 *   ingestMemory
 *   commented        the same picture with a comment
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { END_WITH_PARENT } from '../src/server/testing/testServer.ts';
import { post, type Send, sendForm, sendInParts, signIn, startServer } from './deliveryServer.ts';
import { drawLayers } from './layers.ts';
import { cpuOf, residentOf } from './processes.ts';
import {
  type LimitRow,
  limitLineOf,
  lineOf,
  type Measured,
  medians,
  type Row,
  type Run,
  type Times,
  timed,
} from './rows.ts';

const MIB = 1024 ** 2;
const PICTURES = 1000;
const RUNS = 5;
const NAME = 'image-ext-1BN2A5xxxxxxxxxx.zip';
/** of drawLayers: ground, body, gloss, wheels, vignette */
const HEAVY = [0, 2, 0, 4, 6, 11, 2, 0];
const END_CHUNK = 12;

/** The same picture with a comment: different content that costs the same. */
export function commented(png: Buffer, comment: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${comment}`, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  const end = png.length - END_CHUNK;
  return Buffer.concat([png.subarray(0, end), length, body, check, png.subarray(end)]);
}

/** @param changed how many of the pictures differ from the unchanged pack */
async function packOf(folder: string, layers: readonly Buffer[], pictures: number, changed = 0): Promise<string> {
  mkdirSync(join(folder, String(changed)));
  const path = join(folder, String(changed), NAME);
  const zip = new ZipFile();
  const file = createWriteStream(path);
  const written = pipeline(zip.outputStream, file);
  let bytes = 0;
  for (let i = 0; i < pictures; i++) {
    const png = commented(layers[i % layers.length] as Buffer, `${i} ${i < changed}`);
    zip.addBuffer(png, `001/layer_${i}.png`, { compress: false });
    bytes += png.length;
    // Do not hold large packs in memory.
    while (bytes - file.bytesWritten > 64 * MIB) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  zip.end();
  await written;
  return path;
}

async function decodeAll(layers: readonly Buffer[], pictures: number): Promise<void> {
  let next = 0;
  const runner = async () => {
    while (next < pictures)
      await sharp(layers[next++ % layers.length])
        .raw()
        .toBuffer();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runner));
}

const heavyLayers = async (): Promise<Buffer[]> => {
  const layers = await drawLayers();
  return HEAVY.map((at) => layers[at] as Buffer);
};

/** Receives and hashes. */
async function startReceiver(): Promise<{ pid: number; address: string; stop(): void }> {
  const child = fork(new URL('./receiver.ts', import.meta.url), { execArgv: ['--import', END_WITH_PARENT] });
  const [port] = (await once(child, 'message')) as [number];
  return { pid: child.pid as number, address: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

const WAYS: Readonly<Record<'form' | 'parts', Send>> = { form: sendForm, parts: sendInParts };
type Way = keyof typeof WAYS;
type Runs = Readonly<Record<`${'first' | 'again'} ${Way}` | 'decoding' | 'receiving', Times>>;

/** Each run on empty stores of its own; peers and both ways take turns. */
async function measureAll(pictures: number): Promise<Runs> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-ingest-'));
  const all: Record<string, Run[]> = {};
  const note = async (name: keyof Runs, work: () => Promise<unknown>, cpu?: () => number) => {
    all[name] = [...(all[name] ?? []), await timed(work, cpu)];
  };
  const receiver = await startReceiver();
  try {
    sharp.cache(false);
    const layers = await heavyLayers();
    const pack = await packOf(folder, layers, pictures);
    const changed = await packOf(folder, layers, pictures, Math.ceil(pictures / 100));
    await post(receiver.address, {}, pack);
    for (let run = 0; run < RUNS; run++) {
      await note('decoding', () => decodeAll(layers, pictures));
      await note(
        'receiving',
        () => post(receiver.address, {}, changed),
        () => cpuOf(receiver.pid),
      );
      for (const way of ['form', 'parts'] as const) {
        const data = join(folder, `store-${run}-${way}`);
        const server = await startServer(data);
        try {
          const cpu = () => cpuOf(server.pid);
          const headers = await signIn(server.address);
          await note(`first ${way}`, () => WAYS[way](server.address, headers, pack), cpu);
          await note(`again ${way}`, () => WAYS[way](server.address, headers, changed), cpu);
        } finally {
          await server.stop();
        }
        rmSync(data, { recursive: true });
      }
    }
  } finally {
    receiver.stop();
    rmSync(folder, { recursive: true });
  }
  return Object.fromEntries(Object.entries(all).map(([name, times]) => [name, medians(times)])) as Runs;
}

export function ingestRows(pictures = PICTURES): Row[] {
  let runs: Promise<Runs> | undefined;
  const measured = (pick: (all: Runs) => Measured) => async () => {
    runs ??= measureAll(pictures);
    return pick(await runs);
  };
  const what = `a pack of ${pictures.toLocaleString('en')} pictures, 226 kB each`;
  const saysHow: Readonly<Record<Way, string>> = { form: 'in one form', parts: 'in parts of 16 MB' };
  return (['form', 'parts'] as const).flatMap((way): Row[] => [
    {
      work: `take in ${what}, sent ${saysHow[way]}, from the first byte to live`,
      peer: 'sharp decoding every picture on all cores, nothing else',
      reach: 2.5,
      measure: measured((all) => ({ ours: all[`first ${way}`], peer: all.decoding })),
    },
    {
      work: `take in ${what}, sent ${saysHow[way]}, again with 1 % changed`,
      peer: 'a server that receives and hashes its bytes, nothing else',
      reach: 0.67,
      measure: measured((all) => ({ ours: all[`again ${way}`], peer: all.receiving })),
    },
  ]);
}

const REST = 15_000;

/** @returns bytes at most, more than at rest */
async function measureMemory(folder: string, pack: string): Promise<number> {
  const data = join(folder, 'store');
  const server = await startServer(data);
  try {
    const headers = await signIn(server.address);
    await new Promise((resolve) => setTimeout(resolve, REST));
    const rest = residentOf(server.pid);
    let peak = rest;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentOf(server.pid));
    }, 50);
    await sendForm(server.address, headers, pack);
    clearInterval(watch);
    return peak - rest;
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureMemories(pictures: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-ingest-'));
  try {
    const pack = await packOf(folder, await heavyLayers(), pictures);
    const all: number[] = [];
    for (let run = 0; run < RUNS; run++) all.push((await measureMemory(folder, pack)) / MIB);
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a server of the sources needs besides: package.ts measures the package at rest. */
export function ingestMemory(pictures = PICTURES): LimitRow[] {
  return [
    {
      work: `more than at rest while a pack of ${pictures.toLocaleString('en')} pictures comes in`,
      unit: 'MiB',
      allowed: 200,
      measure: () => measureMemories(pictures),
    },
  ];
}

if (import.meta.main) {
  const pictures = Number(process.argv[2] ?? PICTURES);
  for (const row of ingestMemory(pictures)) console.log(limitLineOf(row, await row.measure()));
  for (const row of ingestRows(pictures)) console.log(lineOf(row, await row.measure()));
  process.exit(0);
}

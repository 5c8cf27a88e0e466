/**
 * Taking a pack in, from the first byte sent until it is live, against sharp decoding its pictures on all cores and nothing else;
 * the same pack again with 1 % changed, against the first time; and the memory of the server meanwhile. The server runs in a
 * process of its own, as with `npm start`, and only that process is measured, with all its threads. The pictures are the heavy
 * layers of a car, 1280 x 720, 226 kB on average, each with a different comment, so that all contents differ.
 *
 *   ingestRows       1,000 pictures; node bench/ingest.ts 5000 for a pack of more than a GB
 *   ingestMemory
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import type { Pack } from '../src/contract/index.ts';
import { END_WITH_PARENT } from '../src/server/testing/testServer.ts';
import { drawLayers } from './layers.ts';
import { type LimitRow, limitLineOf, lineOf, type Measured, median, type Row, type Times } from './rows.ts';

const MIB = 1024 ** 2;
const PICTURES = 1000;
const RUNS = 5;
const PASSWORD = 'a password for the bench 1';
const NAME = 'image-ext-1BN2A5xxxxxxxxxx.zip';
/** as browsers write it */
const BOUNDARY = '----WebKitFormBoundary5f1cA9b27MxkTrZu';
/** of drawLayers: ground, body, gloss, wheels, vignette */
const HEAVY = [0, 2, 0, 4, 6, 11, 2, 0];
const END_CHUNK = 12;
/** milliseconds: how often the web app checks whether a pack is live */
const LOOK = 1000;

/** The same picture with a comment: different content that costs the same. */
function commented(png: Buffer, comment: string): Buffer {
  const body = Buffer.from(`tEXtComment\0${comment}`, 'latin1');
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  const end = png.length - END_CHUNK;
  return Buffer.concat([png.subarray(0, end), length, body, check, png.subarray(end)]);
}

/** @param changed how many of the pictures differ from the unchanged pack */
async function packOf(folder: string, layers: readonly Buffer[], pictures: number, changed = 0): Promise<string> {
  const path = join(folder, `${changed}.zip`);
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

interface Server {
  readonly pid: number;
  readonly address: string;
  stop(): Promise<void>;
}

/** As `npm start` runs it, warm. */
async function startServer(data: string): Promise<Server> {
  const main = fileURLToPath(new URL('../src/server/main.ts', import.meta.url));
  const server: ChildProcess = spawn(process.execPath, ['--import', END_WITH_PARENT, main], {
    env: { ...process.env, LACQUER_DATA: data, LACQUER_PORT: '0', LACQUER_ADMIN_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  server.stdout?.on('data', (some) => {
    said += String(some);
  });
  while (!/listens on \S+/.test(said)) {
    if (server.exitCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    pid: server.pid as number,
    address: /listens on ([^\s"]+)/.exec(said)?.[1] ?? '',
    async stop() {
      if (server.exitCode !== null) return;
      server.kill();
      await once(server, 'exit');
    },
  };
}

async function signIn(address: string): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/api/v2/public/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { cookie: String(answer.headers.get('set-cookie')).split(';')[0] ?? '', 'x-csrf-token': token };
}

/** Sends the pack as a browser does, and waits until it is live. */
async function takeIn(address: string, headers: Record<string, string>, path: string): Promise<void> {
  const sent = request(`${address}/api/v2/admin/files`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = new Promise<{ sha256: string }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => json(answer).then((body) => resolve(body as { sha256: string }), reject));
  });
  sent.write(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${NAME}"\r\n\r\n`);
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 })) {
    if (!sent.write(chunk)) await new Promise((resolve) => sent.once('drain', resolve));
  }
  sent.end(`\r\n--${BOUNDARY}--\r\n`);
  const { sha256 } = await answered;
  for (;;) {
    const packs = (await (await fetch(`${address}/api/v2/admin/files`, { headers })).json()) as Pack[];
    const pack = packs.find((one) => one.sha256 === sha256);
    if (pack?.state === 'live') return;
    if (pack?.state === 'refused') throw new Error(`refused: ${JSON.stringify(pack.problems.slice(0, 3))}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** Milliseconds of a process with all its threads, also those that ended: fields 14 and 15 of proc(5), in 1/100 s. */
const cpuOf = (pid: number): number => {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

async function timed(work: () => Promise<unknown>, cpu: () => number = ownCpu): Promise<Required<Times>> {
  const start = performance.now();
  const before = cpu();
  await work();
  return { cpu: cpu() - before, wall: performance.now() - start };
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

const medians = (all: readonly Required<Times>[]): Times => ({
  cpu: median(all.map(({ cpu }) => cpu)),
  wall: median(all.map(({ wall }) => wall)),
});

interface Runs {
  readonly first: Times;
  readonly again: Times;
  readonly decoding: Times;
}

const heavyLayers = async (): Promise<Buffer[]> => {
  const layers = await drawLayers();
  return HEAVY.map((at) => layers[at] as Buffer);
};

/** Each run on an empty store of its own. */
async function measureAll(pictures: number): Promise<Runs> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-ingest-'));
  const [first, again, decoding]: [Required<Times>[], Required<Times>[], Required<Times>[]] = [[], [], []];
  try {
    sharp.cache(false);
    const layers = await heavyLayers();
    const pack = await packOf(folder, layers, pictures);
    const changed = await packOf(folder, layers, pictures, Math.ceil(pictures / 100));
    for (let run = 0; run < RUNS; run++) {
      decoding.push(await timed(() => decodeAll(layers, pictures)));
      const data = join(folder, `store-${run}`);
      const server = await startServer(data);
      try {
        const cpu = () => cpuOf(server.pid);
        const headers = await signIn(server.address);
        first.push(await timed(() => takeIn(server.address, headers, pack), cpu));
        again.push(await timed(() => takeIn(server.address, headers, changed), cpu));
      } finally {
        await server.stop();
      }
      rmSync(data, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { first: medians(first), again: medians(again), decoding: medians(decoding) };
}

export function ingestRows(pictures = PICTURES): Row[] {
  let runs: Promise<Runs> | undefined;
  const measured = (pick: (all: Runs) => Measured) => async () => {
    runs ??= measureAll(pictures);
    return pick(await runs);
  };
  const what = `a pack of ${pictures.toLocaleString('en')} pictures, 226 kB each`;
  return [
    {
      work: `take in ${what}, to live`,
      peer: 'sharp decoding every picture on all cores, nothing else',
      reach: 0.67,
      measure: measured(({ first, decoding }) => ({ ours: first, peer: decoding })),
    },
    {
      work: `take in ${what}, again with 1 % changed`,
      peer: 'the first time',
      reach: 20,
      measure: measured(({ first, again }) => ({ ours: again, peer: first })),
    },
  ];
}

/** bytes of memory that a process holds, as the system sees it */
const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

const REST = 15_000;

async function measureMemory(pictures: number): Promise<{ rest: number; peak: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-ingest-'));
  const server = await startServer(join(folder, 'store'));
  try {
    const pack = await packOf(folder, await heavyLayers(), pictures);
    const headers = await signIn(server.address);
    await new Promise((resolve) => setTimeout(resolve, REST));
    const rest = residentOf(server.pid);
    let peak = rest;
    const watch = setInterval(() => {
      peak = Math.max(peak, residentOf(server.pid));
    }, 50);
    await takeIn(server.address, headers, pack);
    clearInterval(watch);
    return { rest, peak };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function ingestMemory(pictures = PICTURES): LimitRow[] {
  let all: Promise<{ rest: number; peak: number }> | undefined;
  const measured = () => {
    all ??= measureMemory(pictures);
    return all;
  };
  return [
    { work: 'the server at rest', unit: 'MiB', allowed: 150, measure: async () => (await measured()).rest / MIB },
    {
      work: `more than at rest while a pack of ${pictures.toLocaleString('en')} pictures comes in`,
      unit: 'MiB',
      allowed: 200,
      measure: async () => ((await measured()).peak - (await measured()).rest) / MIB,
    },
  ];
}

if (import.meta.main) {
  const pictures = Number(process.argv[2] ?? PICTURES);
  for (const row of ingestMemory(pictures)) console.log(limitLineOf(row, await row.measure()));
  for (const row of ingestRows(pictures)) console.log(lineOf(row, await row.measure()));
  process.exit(0);
}

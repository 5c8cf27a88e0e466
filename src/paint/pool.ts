/**
 * Paints in threads. They share the layers' memory, so a painting is described by a few numbers. They start when there is
 * more to paint than the calling thread should do, and end after some idle time. Nothing waits for them to start: until then
 * the calling thread paints.
 *
 *   Pool, createPool
 */
import { setImmediate } from 'node:timers/promises';
import { jpegFile, ROW_BYTES_A_TILE } from './jpeg/file.ts';
import { TABLE_BYTES, tableBlock } from './jpeg/tables.ts';
import { TRAINED } from './jpeg/trained.ts';
import type { KnownRows } from './jpegRows.ts';
import type { Canvas } from './layerCache.ts';
import { bandSizes, pngFile, RESULT_BYTES } from './pngFile.ts';
import type { RawPicture } from './raw.ts';
import { packingBytes } from './renderReady.ts';
import { paintRows } from './rows.ts';
import { type ScalePlan, scalePlan, writePlan } from './scaling.ts';
import {
  close,
  FINISHED,
  JPEG,
  ON_WHITE,
  PACK,
  PNG_ALPHA,
  PNG_OPAQUE,
  publish,
  SLOT_BYTES,
  SLOTS,
  Slot,
  slotAt,
  TRANSPARENT,
} from './slots.ts';
import { createThreads } from './threads.ts';
import { assertSize, type TileLayer, type Tiles } from './tiles.ts';

interface Stack {
  /** of one size, bottom first; retained until the painting ends */
  readonly layers: readonly TileLayer[];
  /** The layers' size where it is not the picture's: the stack is scaled after it is blended. */
  readonly from?: Canvas;
  /** pixels of the picture */
  readonly width: number;
  readonly height: number;
  readonly signal?: AbortSignal | undefined;
}
export interface Pool {
  /**
   * On white, quality 85.
   * @param known rows that need not be painted; only of a stack that is not scaled
   * @throws the signal's reason, or Error when a thread fails
   */
  jpeg(stack: Stack, known?: KnownRows): Promise<Buffer>;
  /** With alpha, lossless, no larger than it need be to be written at once. @throws as jpeg */
  png(stack: Stack): Promise<Buffer>;
  /** The stack as one layer. The calling thread neither paints nor packs it. @throws as jpeg */
  layer(stack: Stack): Promise<TileLayer>;
  /** @param read is given the picture where it was painted: its memory is used again once `read` has ended */
  pixels<Result>(
    stack: Stack,
    onWhite: boolean,
    read: (picture: RawPicture) => Result | Promise<Result>,
  ): Promise<Result>;
  /** Paints on the calling thread until the kernel is compiled for speed, for all threads. */
  warm(): Promise<void>;
  close(): Promise<void>;
  /** how many are running */
  readonly threads: number;
}

interface Painting {
  readonly kind: number;
  /** JPEG and PNG: bytes from one row or band to the next */
  readonly stride: number;
  /** of what is painted */
  readonly bytes: number;
  /** the painted pixels are packed in their place, in room for that */
  readonly packs?: boolean;
  /** JPEG, not scaled: numbers of the rows to paint; absent: all */
  readonly rows?: readonly number[];
  /** PNG: rows of tiles in a band, and work memory of each thread */
  readonly bands?: { readonly band: number; readonly writerBytes: number };
}
/** Reads what was painted, at `out`, with the length of each row at `lengths`. */
type Finish<Result> = (out: number, lengths: number) => Result | Promise<Result>;

/** Room for some thousand layers in a thread's scratch. */
const SCRATCH_BYTES = 65_536;
const MAX_LAYERS = 4096;
/** Work memory of all scaled paintings together: it is never given back to the machine. */
const MAX_WORK_BYTES = 128 * 1024 ** 2;
/** Of a PNG, where the picture is not scaled: as many rows of tiles as stay in the second cache. */
const PNG_BAND = 4;
const ALIGN = 64;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;
/** Idle threads end after this time: each takes some 13 MiB. */
const IDLE_MS = 15_000;
/** When threads have got on with no painting for this long, twice in a row, the paintings fail and the threads are replaced. */
const SILENT_MS = 15_000;
/** The calling thread also answers requests: it paints this long at a time, and this long in all before the threads start. */
const HELP_TURN_MS = 4;
const HELP_BEFORE_THREADS_MS = 20;

const scaleOf = ({ from, width, height }: Canvas & { from: Canvas }): ScalePlan | undefined =>
  from.width === width && from.height === height ? undefined : scalePlan(from, { width, height });
/** bytes of each thread */
const workOf = ({ bands }: Painting, scale: ScalePlan | undefined): number =>
  (bands?.writerBytes ?? 0) + (scale?.workBytes ?? 0);

export function createPool(
  { memory, arena, kernel, add, addPacked }: Tiles,
  workers: number,
  { idleMs = IDLE_MS, silentMs = SILENT_MS }: { idleMs?: number; silentMs?: number } = {},
): Pool {
  const slots = arena.allocate(SLOT_BYTES);
  const words = new Int32Array(memory.buffer, slots, SLOT_BYTES / 4);
  words.fill(0);
  for (let index = 0; index < SLOTS; index++) close(words, slotAt(index));
  const jpegTables = arena.allocate(TABLE_BYTES);
  new Uint8Array(memory.buffer, jpegTables, TABLE_BYTES).set(tableBlock(TRAINED));
  const scratch = Array.from({ length: workers }, () => arena.allocate(SCRATCH_BYTES));
  const painter = { memory, kernel, scratch: arena.allocate(SCRATCH_BYTES), thread: 0 };

  const running = new Map<number, { end(): void; fail(error: Error): void }>();
  const free = Array.from({ length: SLOTS }, (_, index) => slotAt(index));
  const waiting: (() => void)[] = [];
  const waitingForWork: (() => void)[] = [];
  let workInUse = 0;
  let watching = false;
  let helping = false;
  let warming = false;
  /** milliseconds that the calling thread painted since the threads ended */
  let helped = 0;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  // Nobody knows which row a dead thread had: fail all running paintings and start new threads.
  const threads = createThreads(memory, { slots, words, scratch }, (error) => void restart(error));

  function wakeWatcher(): void {
    Atomics.add(words, FINISHED, 1);
    Atomics.notify(words, FINISHED);
  }

  async function restart(error: Error): Promise<void> {
    for (const slot of running.keys()) close(words, slot);
    await threads.end();
    for (const { fail } of running.values()) fail(error);
    running.clear();
    wakeWatcher();
  }

  /** Sees to it that no painting waits for ever for a thread that does nothing. @returns end */
  function watchThreads(): () => void {
    let before = '';
    let standsStill = 0;
    const timer = setInterval(() => {
      const done = [...running.keys()].map((slot) => [words[slot + Slot.next], words[slot + Slot.done]]);
      const now = JSON.stringify([...running.keys(), done]);
      standsStill = threads.isReady() && now === before ? standsStill + 1 : 0;
      before = now;
      // Not at once: a process that was stopped goes on with a late timer.
      if (standsStill >= 2) void restart(new Error('the painting threads stand still'));
    }, silentMs).unref();
    return () => clearInterval(timer);
  }

  /** Ends finished paintings until none is running. */
  async function watch(): Promise<void> {
    if (watching) return;
    watching = true;
    threads.keepAlive(true);
    const endWatch = watchThreads();
    while (running.size > 0) {
      const seen = Atomics.load(words, FINISHED);
      for (const [slot, { end }] of running) {
        if (Atomics.load(words, slot + Slot.done) < Atomics.load(words, slot + Slot.total)) continue;
        running.delete(slot);
        end();
      }
      if (running.size > 0) await Atomics.waitAsync(words, FINISHED, seen).value;
    }
    watching = false;
    endWatch();
    threads.keepAlive(false);
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (running.size > 0) return;
      helped = 0;
      void threads.end();
    }, idleMs).unref();
  }

  /** Paints on the calling thread until a painting thread is running. */
  async function help(): Promise<void> {
    if (helping) return;
    helping = true;
    while (running.size > 0 && !threads.isReady()) {
      const before = performance.now();
      paintRows(painter, words, before + HELP_TURN_MS);
      helped += performance.now() - before;
      if (helped >= HELP_BEFORE_THREADS_MS && !warming && !closed) threads.start();
      await setImmediate();
    }
    helping = false;
  }

  /** @returns a slot that is the caller's until it releases it */
  async function acquireSlot(): Promise<number> {
    for (;;) {
      if (closed) throw new Error('the painter is closed');
      const slot = free.pop();
      if (slot !== undefined) return slot;
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
  }
  /** Waits until the work memory of scaled paintings is within its bounds, or until no other one is running. */
  async function acquireWork(bytes: number): Promise<void> {
    while (bytes > 0 && workInUse > 0 && workInUse + bytes > MAX_WORK_BYTES) {
      await new Promise<void>((resolve) => void waitingForWork.push(resolve));
    }
    workInUse += bytes;
  }
  function releaseWork(bytes: number): void {
    workInUse -= bytes;
    if (bytes > 0) for (const wake of waitingForWork.splice(0)) wake();
  }
  function releaseSlot(slot: number): void {
    free.push(slot);
    waiting.shift()?.();
  }

  async function run<Result>(
    { layers, width, height, from = { width, height }, signal }: Stack,
    painting: Painting,
    finish: Finish<Result>,
  ): Promise<Result> {
    for (const layer of layers) assertSize(layer, from.width, from.height);
    const scale = scaleOf({ from, width, height });
    if (layers.length > MAX_LAYERS) throw new Error(`${layers.length} layers are more than ${MAX_LAYERS}`);
    const workBytes = (workers + 1) * workOf(painting, scale);
    await acquireWork(workBytes);
    const slot = await acquireSlot().catch((error: unknown) => {
      releaseWork(workBytes);
      throw error;
    });
    try {
      await threads.ended();
      if (closed) throw new Error('the painter is closed');
      return await paintIn(slot, { layers, width, height, signal }, painting, scale, finish);
    } finally {
      releaseSlot(slot);
      releaseWork(workBytes);
    }
  }

  async function paintIn<Result>(
    slot: number,
    { layers, width, height, signal }: Stack,
    painting: Painting,
    scale: ScalePlan | undefined,
    finish: Finish<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const { kind, stride, bytes, bands, packs = false } = painting;
    const rows = (height + 15) >> 4;
    const wanted = painting.rows ?? Array.from({ length: rows }, (_, row) => row);
    const own = aligned(bytes + rows * (RESULT_BYTES + 4) + layers.length * 4);
    const workBytes = workOf(painting, scale);
    const out = arena.allocate(own + (scale?.bytes ?? 0) + ALIGN + (workers + 1) * workBytes);
    const lengths = out + bytes;
    const numbers = lengths + rows * RESULT_BYTES;
    const tables = numbers + rows * 4;
    const plan = scale ? out + own : 0;
    const work = aligned(out + own + (scale?.bytes ?? 0));
    if (scale) writePlan(scale, memory, plan);
    new Uint32Array(memory.buffer, numbers, wanted.length).set(wanted);
    new Uint32Array(memory.buffer, tables, layers.length).set(layers.map((layer) => layer.table));
    const cancel = (): void => {
      // Threads finish the rows that they have: the memory that they write to must not be freed before.
      Atomics.store(words, slot + Slot.total, close(words, slot));
      wakeWatcher();
    };
    const painted: (readonly [number, number])[] = [
      [Slot.total, Math.ceil(wanted.length / (bands?.band ?? scale?.band ?? 1))],
      [Slot.kind, kind],
      [Slot.tables, tables],
      [Slot.layers, layers.length],
      [Slot.width, width],
      [Slot.height, height],
      [Slot.out, out],
      [Slot.stride, stride],
      [Slot.lengths, lengths],
      [Slot.jpegTables, jpegTables],
      [Slot.plan, plan],
      [Slot.work, work],
      [Slot.workBytes, workBytes],
      [Slot.band, bands?.band ?? 0],
      [Slot.writerBytes, bands?.writerBytes ?? 0],
      [Slot.rows, numbers],
    ];
    /** Has the rows painted, or what else the words say done. */
    const carryOut = async (values: readonly (readonly [number, number])[]): Promise<void> => {
      await new Promise<void>((end, fail) => {
        running.set(slot, { end, fail });
        publish(words, slot, values);
        void watch();
        void help();
      });
      signal?.throwIfAborted();
      if (Atomics.load(words, slot + Slot.failed) !== 0) throw new Error('the paint kernel failed');
    };
    signal?.addEventListener('abort', cancel);
    try {
      await carryOut(painted);
      close(words, slot);
      if (packs) await carryOut([...painted, [Slot.total, 1], [Slot.kind, PACK]]);
      return await finish(out, lengths);
    } finally {
      signal?.removeEventListener('abort', cancel);
      running.delete(slot);
      close(words, slot);
      arena.free(out);
    }
  }

  /** Cheap: it reads where tiles are, not what they show. */
  function areOpaque(layers: readonly TileLayer[], { width, height }: Canvas): boolean {
    for (const layer of layers) assertSize(layer, width, height);
    if (layers.length === 0) return false;
    const tables = arena.allocate(layers.length * 4);
    new Uint32Array(memory.buffer, tables, layers.length).set(layers.map((layer) => layer.table));
    const opaque = kernel.areOpaque(tables, layers.length, ((width + 15) >> 4) * ((height + 15) >> 4));
    arena.free(tables);
    return opaque === 1;
  }

  const self: Pool = {
    get threads() {
      return threads.count;
    },
    async jpeg(stack, { found, bounds } = { found: [] }) {
      const { width, height, signal } = stack;
      const stride = ((width + 15) >> 4) * ROW_BYTES_A_TILE;
      const numbers = Array.from({ length: (height + 15) >> 4 }, (_, row) => row);
      const file = (rowOf: (row: number) => Uint8Array) =>
        jpegFile(
          width,
          height,
          TRAINED,
          numbers.map((row) => found[row] ?? rowOf(row)),
          bounds,
        );
      const rows = numbers.filter((row) => found[row] === undefined);
      signal?.throwIfAborted();
      if (rows.length === 0) return file(() => new Uint8Array());
      return run(stack, { kind: JPEG, stride, bytes: numbers.length * stride, rows }, (out, lengths) => {
        const sizes = new Uint32Array(memory.buffer, lengths, numbers.length);
        return file((row) => new Uint8Array(memory.buffer, out + row * stride, sizes[row]));
      });
    },
    async png(stack) {
      const { width, height, from = stack, layers } = stack;
      const bands = { width, height, band: scaleOf({ ...stack, from })?.band ?? PNG_BAND };
      const { count, stride, writerBytes } = bandSizes(bands);
      const paint = (channels: 3 | 4) =>
        run(
          stack,
          {
            ...{ kind: channels === 3 ? PNG_OPAQUE : PNG_ALPHA, stride, bytes: count * stride },
            bands: { band: bands.band, writerBytes },
          },
          (out, results) => pngFile(bands, channels, { memory: memory.buffer, out, results }),
        );
      const file = (areOpaque(layers, from) ? await paint(3) : undefined) ?? (await paint(4));
      if (!file) throw new Error('a PNG with alpha cannot lack it');
      return file;
    },
    layer: (stack) => {
      const bytes = packingBytes(stack.width, stack.height);
      return run(stack, { kind: TRANSPARENT, stride: 0, bytes, packs: true }, (out, lengths) => {
        const [length] = new Uint32Array(memory.buffer, lengths, 1);
        return addPacked(new Uint8Array(memory.buffer, out, length));
      });
    },
    pixels: (stack, onWhite, read) => {
      const { width, height } = stack;
      const bytes = width * height * 4;
      return run(stack, { kind: onWhite ? ON_WHITE : TRANSPARENT, stride: 0, bytes }, (out) =>
        read({ rgba: new Uint8Array(memory.buffer, out, bytes), width, height }),
      );
    },
    async warm() {
      const size = { width: 256, height: 1024 };
      const rgba = Uint8Array.from({ length: size.width * size.height * 4 }, (_, at) => (at * 2_654_435_761) >>> 24);
      warming = true;
      try {
        for (let i = 0; i < 8; i++) {
          const layer = add({ rgba, ...size });
          await self.jpeg({ layers: [layer, layer], ...size }).finally(layer.release);
        }
      } finally {
        warming = false;
        helped = 0;
      }
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      await restart(new Error('the painter is closed'));
      for (const wake of waiting.splice(0)) wake();
    },
  };
  return self;
}

/**
 * Runs paintings: gives each a slot and memory, describes it there by a few numbers, and has it painted.
 *
 *   createRunner
 *   Stack, Painting, scaleOf
 */
import { createBounds } from './bounds.ts';
import { TABLE_BYTES, tableBlock } from './jpeg/tables.ts';
import { TRAINED } from './jpeg/trained.ts';
import type { Canvas } from './layerCache.ts';
import { RESULT_BYTES } from './pngFile.ts';
import { type ScalePlan, scalePlan, writePlan } from './scaling.ts';
import { PACK, Slot } from './slots.ts';
import type { SlotThreads } from './slotThreads.ts';
import { assertSize, type TileLayer, type Tiles } from './tiles.ts';

export interface Stack {
  /** of one size, bottom first; retained until the painting ends */
  readonly layers: readonly TileLayer[];
  /** The layers' size where it is not the picture's: the stack is scaled after it is blended. */
  readonly from?: Canvas;
  /** pixels of the picture */
  readonly width: number;
  readonly height: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Painting {
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

const MAX_LAYERS = 4096;
const ALIGN = 64;
const aligned = (bytes: number): number => Math.ceil(bytes / ALIGN) * ALIGN;

/** @returns undefined: the stack has the size of the picture */
export const scaleOf = ({ from, width, height }: Canvas & { from: Canvas }): ScalePlan | undefined =>
  from.width === width && from.height === height ? undefined : scalePlan(from, { width, height });
/** bytes of each thread */
const workOf = ({ bands }: Painting, scale: ScalePlan | undefined): number =>
  (bands?.writerBytes ?? 0) + (scale?.workBytes ?? 0);

export function createRunner({ memory, arena }: Tiles, workers: number, threads: SlotThreads) {
  const jpegTables = arena.allocate(TABLE_BYTES);
  new Uint8Array(memory.buffer, jpegTables, TABLE_BYTES).set(tableBlock(TRAINED));
  const bounds = createBounds();

  /** @throws the signal's reason, or Error when a thread fails */
  async function run<Result>(
    { layers, width, height, from = { width, height }, signal }: Stack,
    painting: Painting,
    finish: Finish<Result>,
  ): Promise<Result> {
    for (const layer of layers) assertSize(layer, from.width, from.height);
    const scale = scaleOf({ from, width, height });
    if (layers.length > MAX_LAYERS) throw new Error(`${layers.length} layers are more than ${MAX_LAYERS}`);
    const workBytes = (workers + 1) * workOf(painting, scale);
    return await bounds.within(workBytes, async (slot) => {
      await threads.ready();
      return await paintIn(slot, { layers, width, height, signal }, painting, scale, finish);
    });
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
    const cancel = (): void => threads.cancel(slot);
    const slotValues: (readonly [number, number])[] = [
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
    const carryOut = async (values: readonly (readonly [number, number])[]): Promise<void> => {
      await threads.carryOut(slot, values);
      signal?.throwIfAborted();
      if (threads.hasFailed(slot)) throw new Error('the paint kernel failed');
    };
    signal?.addEventListener('abort', cancel);
    try {
      await carryOut(slotValues);
      threads.closeSlot(slot);
      if (packs) await carryOut([...slotValues, [Slot.total, 1], [Slot.kind, PACK]]);
      return await finish(out, lengths);
    } finally {
      signal?.removeEventListener('abort', cancel);
      threads.forget(slot);
      arena.free(out);
    }
  }

  return {
    run,
    /** Refuses paintings that wait. */
    close: bounds.close,
  };
}

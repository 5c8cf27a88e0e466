/** The thread that lists packs and reads, hashes and prepares pictures for prepare.ts. */
import {
  boxOf,
  type Canvas,
  createTiles,
  decodePicture,
  decodePlainPng,
  type RawPicture,
  toRenderReady,
} from '../../paint/index.ts';
import { piecesOf } from '../platform/imageFiles/imageFile.ts';
import { isPng, type PngHead, sizeOfPng, walkPng } from '../platform/imageFiles/png.ts';
import { checkRows } from '../platform/imageFiles/pngRows.ts';
import { answerTasks, type Reserve } from '../platform/threads/answerTasks.ts';
import { bytesOf, type EntryBytes } from '../platform/zip/entryBytes.ts';
import { digestZipFile, listZipFile } from '../platform/zip/zipFile.ts';
import type { Form, PictureAnswer, PictureTask, Prepared, PreparedStatic, PrepareTask, StaticTask } from './prepare.ts';
import { makePreviews } from './previews.ts';
import { checkStatic } from './staticPicture.ts';

const formOf = (picture: RawPicture): Form => ({
  width: picture.width,
  height: picture.height,
  bytes: toRenderReady(picture),
});

/** Memory for decoding, scaling and packing, in bytes per pixel. Measured: 10 and 17. */
const PIXEL_BYTES = 12;
const WIDE_PIXEL_BYTES = 20;
/** Smaller pictures reserve nothing: asking takes time, and a few of them need little. */
const SMALL_BYTES = 64 * 1024 ** 2;

/** @param bitDepth of a sample */
async function reserveFor(
  { width, height, bitDepth = 8 }: { width: number; height: number; bitDepth?: number },
  reserve: Reserve,
): Promise<void> {
  const bytes = width * height * (bitDepth > 8 ? WIDE_PIXEL_BYTES : PIXEL_BYTES);
  if (bytes > SMALL_BYTES) await reserve(bytes);
}

/** @param head of a picture that is to be checked */
async function decoded(bytes: Buffer, head: PngHead | undefined): Promise<RawPicture> {
  const plain = decodePlainPng(bytes);
  if (plain) return plain;
  // The plain decoder refuses anything but exactly the declared rows. sharp does not.
  if (head) await checkRows(bytes, head);
  try {
    return await decodePicture(bytes);
  } catch (cause) {
    throw new Error('the picture cannot be decoded', { cause });
  }
}

/** @param sizes may contain duplicates and the picture's own size */
function scaledForms(own: Form, sizes: readonly Canvas[]): Form[] {
  const known = new Set([`${own.width} ${own.height}`]);
  const wanted = sizes.filter(({ width, height }) => {
    const isNew = !known.has(`${width} ${height}`);
    known.add(`${width} ${height}`);
    return isNew;
  });
  if (wanted.length === 0) return [];
  // A copy in its own memory, so that it can be collected afterwards.
  const tiles = createTiles();
  const layer = tiles.addRenderReady(own.bytes);
  return wanted.map(({ width, height }) => formOf(tiles.scale(layer, width, height)));
}

async function prepared({ picture, limits, sizes }: PrepareTask, reserve: Reserve): Promise<Prepared> {
  const bytes = await bytesOf(picture);
  const head = limits && walkPng(bytes, limits);
  if (isPng(bytes)) await reserveFor(sizeOfPng(bytes), reserve);
  const raw = await decoded(bytes, head);
  const { width, height } = raw;
  const box = boxOf(raw);
  const own = formOf(raw);
  return { width, height, box, forms: [own, ...scaledForms(own, sizes)] };
}

async function preparedStatic({ static: picture, limits }: StaticTask, reserve: Reserve): Promise<PreparedStatic> {
  const bytes = await bytesOf(picture);
  const { width, height, format, pixels } = await checkStatic(bytes, limits, (size) => reserveFor(size, reserve));
  return {
    picture: { width, height, box: [0, 0, width, height], format },
    // sharp does not accept shared memory.
    previews: await makePreviews(bytes, pixels && { ...pixels, rgba: pixels.rgba.slice() }),
    served: piecesOf(bytes),
  };
}

async function previewsOf(picture: EntryBytes, reserve: Reserve): Promise<PictureAnswer> {
  const bytes = await bytesOf(picture);
  if (isPng(bytes)) await reserveFor(sizeOfPng(bytes), reserve);
  return makePreviews(bytes);
}

async function answerOf(
  task: PictureTask,
  reserve: Reserve,
): Promise<{ answer: PictureAnswer; forms?: readonly Form[] }> {
  if ('entries' in task) return { answer: await digestZipFile(task) };
  if ('file' in task) return { answer: await listZipFile(task) };
  if ('preview' in task) return { answer: await previewsOf(task.preview, reserve) };
  if ('serve' in task) return { answer: piecesOf(await bytesOf(task.serve)) };
  if ('static' in task) return { answer: await preparedStatic(task, reserve) };
  const answer = await prepared(task, reserve);
  return { answer, forms: answer.forms };
}

answerTasks<PictureTask, PictureAnswer>(async (task, reserve) => {
  const { answer, forms = [] } = await answerOf(task, reserve);
  // Buffers from Node's shared pool must not be transferred: other buffers use the same memory.
  const moved = forms.map(({ bytes }) => bytes).filter((bytes) => bytes.byteLength === bytes.buffer.byteLength);
  return { answer, moved: moved.map((bytes) => bytes.buffer as ArrayBuffer) };
});

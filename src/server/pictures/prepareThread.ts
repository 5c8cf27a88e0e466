/** The thread that lists packs, and reads, hashes and prepares pictures: prepare.ts asks it. */
import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import {
  boxOf,
  type Canvas,
  decodePicture,
  decodePlainPng,
  type RawPicture,
  scaled,
  toRenderReady,
} from '../../paint/index.ts';
import { walkPng } from '../platform/png/png.ts';
import { answerTasks } from '../platform/threads/pool.ts';
import { isTemporary } from '../platform/unavailable.ts';
import { type Listing, listEntries, readStoredEntrySync } from '../platform/zip/zip.ts';
import type {
  Digest,
  DigestTask,
  Form,
  ListTask,
  PictureAnswer,
  PictureBytes,
  PictureTask,
  Prepared,
  PrepareTask,
} from './prepare.ts';

/** A larger one is not kept. */
const KEPT = 4 * 1024 ** 2;
let kept = Buffer.alloc(0);
/** One for whatever is read: it stands until the next. */
function room(length: number): Buffer {
  if (length > KEPT) return Buffer.allocUnsafeSlow(length);
  if (kept.length < length) kept = Buffer.allocUnsafeSlow(KEPT);
  return kept.subarray(0, length);
}

type Read = (position: number, length: number) => Buffer;

/** @param use gets a function that reads exactly so many bytes, which stand until the next time */
async function withFile<T>(path: string, use: (read: Read, size: number) => T | Promise<T>): Promise<T> {
  const file = openSync(path, 'r');
  const read: Read = (position, length) => {
    const bytes = room(length);
    for (let done = 0; done < length; ) {
      const more = readSync(file, bytes, done, length - done, position + done);
      if (more === 0) throw new Error(`reading past the end: ${position} + ${length}`);
      done += more;
    }
    return bytes;
  };
  try {
    return await use(read, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

const listingOf = ({ file, limits }: ListTask): Promise<Listing> =>
  withFile(file, (read, size) => {
    const reader = { size, read: async (at: number, length: number) => read(at, length), close: async () => {} };
    return listEntries(reader, limits);
  });

const digestsOf = ({ file, entries }: DigestTask): Promise<Digest[]> =>
  withFile(file, (read) =>
    entries.map((entry) => {
      try {
        return { sha256: hash('sha256', readStoredEntrySync(read, entry, { exact: true })) };
      } catch (error) {
        if (isTemporary(error)) throw error;
        return { problem: (error as Error).message };
      }
    }),
  );

const bytesOf = async (picture: PictureBytes): Promise<Buffer> =>
  picture instanceof Uint8Array
    ? Buffer.from(picture.buffer, picture.byteOffset, picture.length)
    : withFile(picture.file, (read) => readStoredEntrySync(read, picture.entry));

const formOf = (picture: RawPicture): Form => ({
  width: picture.width,
  height: picture.height,
  bytes: toRenderReady(picture),
});

async function decoded(bytes: Buffer, sizes: readonly Canvas[]): Promise<RawPicture> {
  const plain = decodePlainPng(bytes);
  // sharp, which scales, takes no memory that threads may share.
  if (plain) return sizes.length === 0 ? plain : { ...plain, rgba: plain.rgba.slice() };
  try {
    return await decodePicture(bytes);
  } catch (cause) {
    throw new Error('the picture cannot be decoded', { cause });
  }
}

async function prepared({ picture, limits, sizes }: PrepareTask): Promise<Prepared> {
  const bytes = await bytesOf(picture);
  if (limits) walkPng(bytes, limits);
  const raw = await decoded(bytes, sizes);
  const { width, height } = raw;
  const box = boxOf(raw);
  const forms = [formOf(raw)];
  for (const size of sizes) {
    if (forms.some((form) => form.width === size.width && form.height === size.height)) continue;
    forms.push(formOf(await scaled(raw, size.width, size.height)));
  }
  return { width, height, box, forms };
}

answerTasks<PictureTask, PictureAnswer>(async (task) => {
  if ('entries' in task) return { answer: await digestsOf(task) };
  if ('file' in task) return { answer: await listingOf(task) };
  const answer = await prepared(task);
  // What Node cut from a shared pool must not move: others live in it.
  const moved = answer.forms.map((form) => form.bytes).filter((form) => form.byteLength === form.buffer.byteLength);
  return { answer, moved: moved.map((form) => form.buffer as ArrayBuffer) };
});

/** The thread that prepares pictures: prepare.ts asks it. */
import {
  type Canvas,
  decodePicture,
  decodePlainPng,
  type RawPicture,
  scaled,
  toRenderReady,
} from '../../paint/index.ts';
import { answerTasks } from '../platform/threads/pool.ts';
import { boxOf } from './box.ts';
import type { Form, Prepared, PrepareTask } from './prepare.ts';

const formOf = (picture: RawPicture): Form => ({
  width: picture.width,
  height: picture.height,
  bytes: toRenderReady(picture),
});

async function decoded(bytes: Uint8Array, sizes: readonly Canvas[]): Promise<RawPicture> {
  const plain = decodePlainPng(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  // sharp, which scales, takes no memory that threads may share.
  if (plain) return sizes.length === 0 ? plain : { ...plain, rgba: plain.rgba.slice() };
  try {
    return await decodePicture(bytes);
  } catch (cause) {
    throw new Error('the picture cannot be decoded', { cause });
  }
}

answerTasks<PrepareTask, Prepared>(async ({ bytes, sizes }) => {
  const picture = await decoded(bytes, sizes);
  const { width, height, rgba } = picture;
  const forms = [formOf(picture)];
  for (const size of sizes) {
    if (forms.some((form) => form.width === size.width && form.height === size.height)) continue;
    forms.push(formOf(await scaled(picture, size.width, size.height)));
  }
  // What Node cut from a shared pool must not move: others live in it.
  const moved = forms.map((form) => form.bytes).filter((form) => form.byteLength === form.buffer.byteLength);
  return {
    answer: { width, height, box: boxOf(rgba, width, height), forms },
    moved: moved.map((form) => form.buffer as ArrayBuffer),
  };
});

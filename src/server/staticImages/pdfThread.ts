/** The thread that writes catalogues into files: pdfMaker.ts asks it, and hands it the pictures one after the other. */
import { once } from 'node:events';
import { write as writeTo } from 'node:fs';
import { promisify } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import { answerTasks } from '../platform/threads/answerTasks.ts';
import { catalogueOf } from './pdf.ts';

export interface PdfTask {
  readonly title: string;
  readonly facts: readonly string[];
  readonly images: readonly { readonly name: string; readonly folder: string }[];
  /** of a file that the asking side keeps open */
  readonly file: number;
  /** pictures come in, in the order of `images`, and what is done goes out */
  readonly port: MessagePort;
}
/** JPEG, or undefined for a picture that could not be read */
export type PictureIn = { readonly jpeg: Uint8Array | undefined };
/** `taken`: a picture was; `written`: bytes that the file has by now */
export type ProgressOut = { readonly taken: true } | { readonly written: number };

const write = promisify(writeTo);

/** Takes what comes in, one at a time; fails when the asking side goes away. */
function picturesFrom(port: MessagePort) {
  const came: PictureIn[] = [];
  const moved = new EventTarget();
  const tell = () => moved.dispatchEvent(new Event('moved'));
  let gone = false;
  port.on('message', (picture: PictureIn) => {
    came.push(picture);
    tell();
  });
  port.on('close', () => {
    gone = true;
    tell();
  });
  const jpeg = async (): Promise<Buffer> => {
    while (came.length === 0 && !gone) await once(moved, 'moved');
    const picture = came.shift();
    if (!picture) throw new Error('nobody waits for it any more');
    port.postMessage({ taken: true } satisfies ProgressOut);
    if (!picture.jpeg) throw new Error('the picture could not be read');
    return Buffer.from(picture.jpeg);
  };
  return { jpeg, isGone: () => gone };
}

answerTasks<PdfTask, number>(async ({ title, facts, images, file, port }) => {
  const { jpeg, isGone } = picturesFrom(port);
  let written = 0;
  try {
    const pdf = catalogueOf({ title, facts, images: images.map((image) => ({ ...image, jpeg })) });
    for await (const chunk of pdf as AsyncIterable<Buffer>) {
      if (isGone()) throw new Error('nobody waits for it any more');
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await write(file, chunk, done, chunk.length - done, written);
        done += bytesWritten;
        written += bytesWritten;
      }
      port.postMessage({ written } satisfies ProgressOut);
    }
    return { answer: written };
  } finally {
    port.close();
  }
});

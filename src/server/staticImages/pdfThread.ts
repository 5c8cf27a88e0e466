/** The worker thread that writes PDFs into files. pdfMaker.ts starts it and sends it the pictures one by one. */
import { once } from 'node:events';
import { write as writeTo } from 'node:fs';
import { promisify } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import { answerTasks } from '../platform/threads/answerTasks.ts';
import { writePdf } from './pdf.ts';

export interface PdfTask {
  readonly title: string;
  readonly facts: readonly string[];
  readonly images: readonly { readonly name: string; readonly folder: string }[];
  /** descriptor of a file that the main thread keeps open */
  readonly file: number;
  /** Receives the pictures in the order of `images`, and sends progress. */
  readonly port: MessagePort;
}
/** undefined: the picture could not be read */
export type PictureIn = { readonly jpeg: Uint8Array | undefined };
/** `taken`: one picture was taken; `written`: bytes in the file so far */
export type ProgressOut = { readonly taken: true } | { readonly written: number };

const write = promisify(writeTo);

/** Hands out the pictures that arrive, one at a time. Throws when the main thread has closed the port. */
function receivePictures(port: MessagePort) {
  const received: PictureIn[] = [];
  const events = new EventTarget();
  const notify = () => events.dispatchEvent(new Event('change'));
  let closed = false;
  port.on('message', (picture: PictureIn) => {
    received.push(picture);
    notify();
  });
  port.on('close', () => {
    closed = true;
    notify();
  });
  const jpeg = async (): Promise<Buffer> => {
    while (received.length === 0 && !closed) await once(events, 'change');
    const picture = received.shift();
    if (!picture) throw new Error('the reader has closed the PDF');
    port.postMessage({ taken: true } satisfies ProgressOut);
    if (!picture.jpeg) throw new Error('the picture could not be read');
    return Buffer.from(picture.jpeg);
  };
  return { jpeg, isClosed: () => closed };
}

answerTasks<PdfTask, number>(async ({ title, facts, images, file, port }) => {
  const { jpeg, isClosed } = receivePictures(port);
  let written = 0;
  try {
    const pdf = writePdf({ title, facts, images: images.map((image) => ({ ...image, jpeg })) });
    for await (const chunk of pdf as AsyncIterable<Buffer>) {
      if (isClosed()) throw new Error('the reader has closed the PDF');
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

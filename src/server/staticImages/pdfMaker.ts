/**
 * Makes PDFs of pictures in worker threads. Each is written into an unlinked file that is sent while it grows, so a
 * thread is free as soon as its PDF is complete, however slow its reader is.
 *
 *   PdfRequest, PdfMaker, openPdfMaker
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MessageChannel } from 'node:worker_threads';
import { createFairQueue } from '../../engine/fairQueue.ts';
import { unavailable } from '../platform/http/errors.ts';
import { openPool } from '../platform/threads/pool.ts';
import type { PdfTask, PictureIn, ProgressOut } from './pdfThread.ts';

export interface PdfRequest {
  readonly title: string;
  /** area, brand, model */
  readonly facts: readonly string[];
  readonly images: readonly RequestedPicture[];
}
interface RequestedPicture {
  readonly name: string;
  readonly folder: string;
  /** @returns JPEG; undefined if the picture cannot be read */
  jpeg(): Promise<Uint8Array | undefined>;
}

export interface PdfMaker {
  /**
   * @param account the caller's account; accounts take turns
   * @returns the bytes of the PDF as they are written, after the first of them
   * @throws ApiError 503 if too many PDFs are being made or read
   */
  make(request: PdfRequest, account: string): Promise<Readable>;
  close(): Promise<void>;
}

const MAX_THREADS = 2;
/** How many PDFs are made or read at once. Each takes as much disk space as its pictures. */
const MAX_FILES = 32;
const MAX_FILES_PER_ACCOUNT = 4;
const RETRY_AFTER_SECONDS = 5;
/** how many pictures are read before the thread needs them */
const READ_AHEAD = 8;
const READ_BYTES = 256 * 1024;

/** @param folder where this process keeps its temporary files */
export function openPdfMaker(folder: string): PdfMaker {
  const pool = openPool<PdfTask, number>(new URL('./pdfThread.ts', import.meta.url), {
    threads: Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    createQueue: createFairQueue,
  });
  const accounts = new Map<string, number>();
  let files = 0;

  /** @returns releases the reservation. @throws ApiError 503 */
  function reserveFile(account: string): () => void {
    const own = accounts.get(account) ?? 0;
    if (files >= MAX_FILES || own >= MAX_FILES_PER_ACCOUNT) {
      throw unavailable('busy', 'Too many PDFs are being made or loaded. Try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    }
    files += 1;
    accounts.set(account, own + 1);
    return () => {
      files -= 1;
      const left = (accounts.get(account) ?? 1) - 1;
      if (left > 0) accounts.set(account, left);
      else accounts.delete(account);
    };
  }

  /** Opens an unlinked file: no other process can open it, and it disappears when it is closed. */
  async function openUnnamedFile(): Promise<FileHandle> {
    const path = join(folder, `pdf.${randomUUID()}.tmp`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  }

  async function make({ title, facts, images }: PdfRequest, account: string): Promise<Readable> {
    const release = reserveFile(account);
    const file = await openUnnamedFile().catch((error: unknown) => {
      release();
      throw error;
    });
    const { port1: port, port2 } = new MessageChannel();
    const events = new EventTarget();
    const notify = () => events.dispatchEvent(new Event('change'));
    let written = 0;
    let failure: unknown;
    let ended = false;

    const ahead: Promise<Uint8Array | undefined>[] = [];
    let next = 0;
    function readAhead(): void {
      for (; ahead.length < READ_AHEAD; next += 1) {
        const image = images[next];
        if (!image) return;
        const loading = image.jpeg();
        // It is awaited later; a rejection before that must not end the process.
        loading.catch(() => {});
        ahead.push(loading);
      }
    }
    async function sendNext(): Promise<void> {
      readAhead();
      const loading = ahead.shift();
      if (!loading) return;
      // The page says in its place that the picture cannot be read.
      port.postMessage({ jpeg: await loading.catch(() => undefined) } satisfies PictureIn);
    }
    port.on('message', (message: ProgressOut) => {
      if ('taken' in message) return void sendNext();
      written = message.written;
      notify();
    });
    port.unref();

    const captions = images.map(({ name, folder: of }) => ({ name, folder: of }));
    const made = pool
      .run({ title, facts, images: captions, file: file.fd, port: port2 }, account, [port2])
      .then(
        (total) => {
          written = total;
        },
        (error: unknown) => {
          failure = error;
        },
      )
      .finally(() => {
        ended = true;
        port.close();
        notify();
      });
    void sendNext();

    /** Waits until the file is longer than that or complete. @throws the error that making the PDF failed with */
    async function waitForBytes(position: number): Promise<void> {
      while (written <= position && !ended) await once(events, 'change');
      if (failure !== undefined) throw failure;
    }
    let position = 0;
    async function readChunk(): Promise<Buffer | null> {
      await waitForBytes(position);
      if (position >= written) return null;
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, written - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      position += bytesRead;
      return buffer.subarray(0, bytesRead);
    }
    /** Also ends the work when the reader stops early. The thread may still write, so the file closes after it is done. */
    async function end(): Promise<void> {
      port.close();
      await made;
      await file.close();
      release();
    }

    try {
      // A failure before the first byte can still be answered with an error.
      await waitForBytes(0);
    } catch (error) {
      await end();
      throw error;
    }
    const stream = new Readable({
      highWaterMark: READ_BYTES,
      read() {
        readChunk().then(
          (bytes) => stream.push(bytes),
          (error: Error) => stream.destroy(error),
        );
      },
      destroy(error, done) {
        end().then(() => done(error), done);
      },
    });
    return stream;
  }

  return { make, close: pool.close };
}

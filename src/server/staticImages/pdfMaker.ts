/**
 * Makes PDFs of pictures in threads, each into a file without a name, and hands the file out while it is written. The thread is
 * free as soon as the PDF is made, however slowly somebody reads it.
 *
 *   Printed, PdfMaker, openPdfMaker
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

/** What a PDF shows. */
export interface Printed {
  readonly title: string;
  /** area, brand, model */
  readonly facts: readonly string[];
  readonly images: readonly PrintedPicture[];
}
interface PrintedPicture {
  readonly name: string;
  readonly folder: string;
  /** @returns JPEG; undefined when it cannot be read */
  jpeg(): Promise<Uint8Array | undefined>;
}

export interface PdfMaker {
  /**
   * @param account who asks: accounts take turns
   * @returns the file's bytes as they come, once there are any
   * @throws ApiError 503 when too many are made or read already
   */
  make(printed: Printed, account: string): Promise<Readable>;
  close(): Promise<void>;
}

const MOST_THREADS = 2;
/** made or being read: each takes as much of the disk as its pictures */
const MOST_FILES = 32;
const MOST_OF_ACCOUNT = 4;
const RETRY_AFTER_SECONDS = 5;
/** pictures that are read ahead of the thread */
const AHEAD = 8;
const READ_BYTES = 256 * 1024;

/** @param folder of this process, for files that have no name */
export function openPdfMaker(folder: string): PdfMaker {
  const pool = openPool<PdfTask, number>(new URL('./pdfThread.ts', import.meta.url), {
    threads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1)),
    createQueue: createFairQueue,
  });
  const accounts = new Map<string, number>();
  let files = 0;

  function enter(account: string): () => void {
    const own = accounts.get(account) ?? 0;
    if (files >= MOST_FILES || own >= MOST_OF_ACCOUNT) {
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

  /** A file that nobody else can open, and that is gone when it is closed. */
  async function namelessFile(): Promise<FileHandle> {
    const path = join(folder, `pdf.${randomUUID()}.tmp`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return file;
  }

  async function make({ title, facts, images }: Printed, account: string): Promise<Readable> {
    const leave = enter(account);
    const file = await namelessFile().catch((error: unknown) => {
      leave();
      throw error;
    });
    const { port1: port, port2 } = new MessageChannel();
    const progress = new EventTarget();
    const tell = () => progress.dispatchEvent(new Event('moved'));
    let written = 0;
    let failure: unknown;
    let ended = false;

    const ahead: Promise<Uint8Array | undefined>[] = [];
    let next = 0;
    function readAhead(): void {
      for (; ahead.length < AHEAD; next += 1) {
        const image = images[next];
        if (!image) return;
        const loading = image.jpeg();
        // Awaited when its turn comes; until then its failure must not end the process.
        loading.catch(() => {});
        ahead.push(loading);
      }
    }
    async function sendNext(): Promise<void> {
      readAhead();
      const loading = ahead.shift();
      if (!loading) return;
      port.postMessage({ jpeg: await loading.catch(() => undefined) } satisfies PictureIn);
    }
    port.on('message', (message: ProgressOut) => {
      if ('taken' in message) return void sendNext();
      written = message.written;
      tell();
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
        tell();
      });
    void sendNext();

    /** Waits for more than there was. @throws what making it threw */
    async function more(position: number): Promise<void> {
      while (written <= position && !ended) await once(progress, 'moved');
      if (failure !== undefined) throw failure;
    }
    let position = 0;
    async function chunk(): Promise<Buffer | null> {
      await more(position);
      if (position >= written) return null;
      const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, written - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      position += bytesRead;
      return buffer.subarray(0, bytesRead);
    }
    /** Whoever does not read on ends the work; the thread writes to the file until it has heard of it. */
    async function end(): Promise<void> {
      port.close();
      await made;
      await file.close();
      leave();
    }

    try {
      // What fails before the first byte is an answer with a reason.
      await more(0);
    } catch (error) {
      await end();
      throw error;
    }
    const stream = new Readable({
      highWaterMark: READ_BYTES,
      read() {
        chunk().then(
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

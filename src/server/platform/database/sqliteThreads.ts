/**
 * The calling side of SQLite connections in threads (sqliteThread.ts).
 *
 *   ThreadOptions, Question, Reply     what goes in and out
 *   startThread                        starts one; it runs until it is stopped
 *   backgroundReader                   reads without blocking this thread; its thread starts on demand and ends when idle
 */
import { Worker } from 'node:worker_threads';
import { openSemaphore } from '../semaphore.ts';
import type { Answer, Failure, Statement } from './sqliteConnection.ts';

export interface ThreadOptions {
  file: string;
  readOnly: boolean;
  cacheBytes: number;
}
/** `part`: at most this many rows per answer; `next` asks for more, until a part is not full. */
export type Question = (Statement & { part?: number }) | 'next';
export type Reply = Answer | Failure;

export interface Thread {
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

/** Receiving this many rows takes this thread about a millisecond. */
const ROWS_PER_MESSAGE = 500;
/** The reading thread ends after this long without use. */
const IDLE_MS = 60_000;
/** A small young generation, so that rows in transit are collected early. */
const YOUNG_MB = 6;
const BACKGROUND_CACHE_BYTES = 8 * 1024 ** 2;

export function startThread(options: ThreadOptions): Thread {
  const worker = new Worker(new URL('./sqliteThread.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let dead: unknown;
  worker.on('message', (message: Reply) => {
    const next = waiting.shift();
    if ('error' in message) next?.reject(Object.assign(new Error(message.error.message), message.error));
    else next?.resolve(message);
    if (waiting.length === 0) worker.unref();
  });
  const fail = (error: unknown) => {
    dead = error;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(dead ?? new Error('the database is closed')));
  worker.unref();
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (dead !== undefined) return reject(dead);
        waiting.push({ resolve, reject });
        worker.ref();
        worker.postMessage(question);
      }),
    stop: async () => {
      await worker.terminate();
    },
  };
}

/** Runs one read at a time, on one consistent state. Rows reach this thread in parts, so that it is never blocked for long. */
export function backgroundReader(file: string): { run(statement: Statement): Promise<Answer>; stop(): Promise<void> } {
  const oneReader = openSemaphore(1);
  let thread: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  const end = async () => {
    clearTimeout(idle);
    const ending = thread;
    thread = undefined;
    await ending?.stop();
  };
  async function read(statement: Statement): Promise<Answer> {
    if (closed) throw new Error('the database is closed');
    thread ??= startThread({ file, readOnly: true, cacheBytes: BACKGROUND_CACHE_BYTES });
    const rows: Answer['rows'] = [];
    for (let question: Question = { ...statement, part: ROWS_PER_MESSAGE }; ; question = 'next') {
      const { rows: part } = await thread.ask(question);
      for (const row of part) rows.push(row);
      if (part.length < ROWS_PER_MESSAGE) return { rows };
    }
  }
  return {
    async run(statement) {
      const release = await oneReader.acquire();
      clearTimeout(idle);
      try {
        return await read(statement);
      } catch (error) {
        // The next question starts a new thread.
        await end();
        throw error;
      } finally {
        idle = setTimeout(() => void end(), IDLE_MS).unref();
        release();
      }
    },
    async stop() {
      closed = true;
      await end();
    },
  };
}

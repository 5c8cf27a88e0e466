/**
 * The asking side of SQLite connections in threads (sqliteThread.ts).
 *
 *   ThreadOptions, Question, Reply     what goes in and out
 *   Turn                               hands a connection to one user at a time
 *   startThread                        asks one; it lives until it is stopped
 *   backgroundReader                   reads without holding up this thread; its thread comes and goes
 */
import { Worker } from 'node:worker_threads';
import type { Answer, Failure, Statement } from './sqliteConnection.ts';

export interface ThreadOptions {
  file: string;
  readOnly: boolean;
  cacheBytes: number;
}
/** `part`: at most so many rows at once; the others are asked for by `next`, until a part is not full. */
export type Question = (Statement & { part?: number }) | 'next';
export type Reply = Answer | Failure;

export interface Thread {
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

/** Rows of one message: taking them in costs this thread about a millisecond. */
const ROWS_PER_MESSAGE = 500;
/** milliseconds without a question until the reading thread ends */
const IDLE_MS = 60_000;
/** Rows on their way are collected soon, instead of when there are many. */
const YOUNG_MB = 6;
const BACKGROUND_CACHE_BYTES = 8 * 1024 ** 2;

/** Hands the one connection to one user at a time, in the order of asking. */
export class Turn {
  #last: Promise<void> = Promise.resolve();
  async take(): Promise<() => void> {
    const before = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}

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

/** Reads a statement at a time, whole as of one moment; its rows reach this thread in parts, so that none holds it up. */
export function backgroundReader(file: string): { run(statement: Statement): Promise<Answer>; stop(): Promise<void> } {
  const turn = new Turn();
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
      const release = await turn.take();
      clearTimeout(idle);
      try {
        return await read(statement);
      } catch (error) {
        // A thread that died is started anew by the next question.
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

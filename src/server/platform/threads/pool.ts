/**
 * A bounded pool of worker threads for work that would hold up the thread that answers. Threads start with the first
 * task and end when nothing was asked for a while, so that a server at rest pays nothing for them.
 *
 *   Pool, PoolClosed
 *   openPool       the asking side
 *   answerTasks    the worker's side: tasks.ts of whoever has the work
 */
import { parentPort, type Transferable, Worker } from 'node:worker_threads';

export interface Pool<Task, Answer> {
  /** @throws what the task threw, as an Error with its message; PoolClosed; an Error when the thread died of it */
  run(task: Task): Promise<Answer>;
  /** how many tasks are worked on at once */
  readonly threads: number;
  close(): Promise<void>;
}
export class PoolClosed extends Error {}

type Answered<Answer> = { answer: Answer } | { failure: string };
interface Waiting<Task, Answer> {
  task: Task;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** milliseconds without a task until the threads end */
const IDLE = 10_000;

/** What a task leaves is collected soon, and the large buffers with it, instead of when three times as much has gathered. */
const YOUNG_MB = 6;

/** @param module file that calls answerTasks */
export function openPool<Task, Answer>(module: URL, { threads }: { threads: number }): Pool<Task, Answer> {
  const free: Worker[] = [];
  const all = new Set<Worker>();
  const busy = new Map<Worker, Waiting<Task, Answer>>();
  const queue: Waiting<Task, Answer>[] = [];
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const worker = new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    all.add(worker);
    worker.on('message', (message: Answered<Answer>) => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      worker.unref();
      free.push(worker);
      if ('failure' in message) waiting?.reject(new Error(message.failure));
      else waiting?.resolve(message.answer);
      next();
    });
    const gone = (error: Error) => {
      all.delete(worker);
      const at = free.indexOf(worker);
      if (at >= 0) free.splice(at, 1);
      busy.get(worker)?.reject(error);
      busy.delete(worker);
      next();
    };
    worker.on('error', gone);
    worker.on('exit', () => gone(new Error('the thread ended before its task')));
    return worker;
  }

  function next(): void {
    clearTimeout(idle);
    while (queue.length > 0 && (free.length > 0 || all.size < threads)) {
      const waiting = queue.shift() as Waiting<Task, Answer>;
      const worker = free.pop() ?? start();
      busy.set(worker, waiting);
      worker.ref();
      worker.postMessage(waiting.task);
    }
    if (busy.size === 0 && all.size > 0) idle = setTimeout(() => void end(), IDLE).unref();
  }

  async function end(): Promise<void> {
    free.length = 0;
    const ending = [...all];
    all.clear();
    await Promise.all(ending.map((worker) => worker.terminate()));
  }

  return {
    threads,
    run: (task) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new PoolClosed('the server stops'));
        queue.push({ task, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      clearTimeout(idle);
      for (const { reject } of queue.splice(0)) reject(new PoolClosed('the server stops'));
      await end();
    },
  };
}

/** @param work its answer, and which of its buffers may move instead of being copied */
export function answerTasks<Task, Answer>(
  work: (task: Task) => Promise<{ answer: Answer; moved?: readonly Transferable[] }>,
): void {
  const port = parentPort;
  if (!port) throw new Error('this file is for a worker thread');
  port.on('message', async (task: Task) => {
    try {
      const { answer, moved = [] } = await work(task);
      port.postMessage({ answer } satisfies Answered<Answer>, moved);
    } catch (error) {
      port.postMessage({ failure: (error as Error).message } satisfies Answered<Answer>);
    }
  });
}

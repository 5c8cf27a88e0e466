/**
 * A bounded pool of worker threads for work that would block the main thread. Threads start with the first task and end
 * after a while without tasks, so that they cost an idle server nothing.
 *
 *   Pool, PoolOptions, TaskQueue, PoolClosed, ThreadEnded
 *   openPool       the caller's side; answerTasks.ts is the worker's
 */
import { type Transferable, Worker } from 'node:worker_threads';
import { type FromThread, OUT_OF_MEMORY_EXIT, type ToThread } from './messages.ts';
import { keepSpare, takeSpare } from './spareThreads.ts';

export interface Pool<Task, Answer> {
  /**
   * @param lane the queue's lane that the task waits in
   * @param moved parts of the task that are transferred to the thread instead of copied
   * @throws what the task threw, as an Error with its message; PoolClosed; ThreadEnded
   */
  run(task: Task, lane?: string, moved?: readonly Transferable[]): Promise<Answer>;
  /** how many tasks run at once */
  readonly threads: number;
  close(): Promise<void>;
}
export class PoolClosed extends Error {}

const REPLACED = 'The files of this server were replaced on disk while it ran: restart it.';

/** codes of errors that end a thread -> why */
const REASONS: Readonly<Record<string, 'memory' | 'replaced'>> = {
  ERR_WORKER_OUT_OF_MEMORY: 'memory',
  MODULE_NOT_FOUND: 'replaced',
  ERR_MODULE_NOT_FOUND: 'replaced',
};

/**
 * The thread ended before its task: `time` and `memory`: the task exceeded that limit; `replaced`: its file, or one that it
 * imports, is gone since this process started; `died`: anything else.
 */
export class ThreadEnded extends Error {
  readonly reason: 'time' | 'memory' | 'replaced' | 'died';
  constructor(reason: ThreadEnded['reason'], options?: ErrorOptions) {
    super(reason === 'replaced' ? REPLACED : `the thread ended before its task: ${reason}`, options);
    this.reason = reason;
  }
}

/** Where tasks wait; decides which one comes next. */
export interface TaskQueue<Item> {
  push(lane: string, item: Item): void;
  shift(): Item | undefined;
}

function createFifo<Item>(): TaskQueue<Item> {
  const items: Item[] = [];
  return { push: (_lane, item) => void items.push(item), shift: () => items.shift() };
}

export interface PoolOptions {
  threads: number;
  /** absent: first come, first served */
  createQueue?: <Item>() => TaskQueue<Item>;
  /** limit for one task; absent: none */
  taskTimeMs?: number;
  /** bytes of JavaScript objects that a thread may hold; absent: Node's own limit */
  heapBytes?: number;
  /** how much all tasks together may reserve; a task that reserves more runs alone. Absent: no limit */
  budget?: number;
}

interface Waiting<Task, Answer> {
  task: Task;
  moved: readonly Transferable[];
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** The threads end after this long without a task. */
const IDLE_MS = 10_000;

/** A small young generation: garbage, and the large buffers that it refers to, is collected early. */
const YOUNG_MB = 6;

const MIB = 1024 ** 2;

/** @param module file that calls answerTasks */
export function openPool<Task, Answer>(
  module: URL,
  { threads, createQueue = createFifo, taskTimeMs, heapBytes, budget = Infinity }: PoolOptions,
): Pool<Task, Answer> {
  const free: Worker[] = [];
  const all = new Set<Worker>();
  const busy = new Map<Worker, Waiting<Task, Answer>>();
  const timeLimits = new WeakMap<Worker, NodeJS.Timeout>();
  const queue = createQueue<Waiting<Task, Answer>>();
  /** what each thread has reserved, until it has ended */
  const reserved = new Map<Worker, number>();
  /** what threads are waiting to reserve, in order */
  const requested = new Map<Worker, number>();
  const startedWith = `${module.href} ${heapBytes}`;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  const send = (worker: Worker, message: ToThread<Task>, moved: readonly Transferable[] = []) =>
    worker.postMessage(message, moved);

  function startClock(worker: Worker): void {
    if (taskTimeMs === undefined) return;
    const late = () => {
      drop(worker, new ThreadEnded('time'));
      void worker.terminate();
    };
    timeLimits.set(worker, setTimeout(late, taskTimeMs).unref());
  }

  function grantReservations(): void {
    for (const [worker, amount] of requested) {
      const used = [...reserved.values()].reduce((sum, one) => sum + one, 0);
      if (reserved.size > 0 && used + amount > budget) return;
      requested.delete(worker);
      reserved.set(worker, amount);
      startClock(worker);
      send(worker, 'reserved');
    }
  }

  function releaseReservation(worker: Worker): void {
    requested.delete(worker);
    reserved.delete(worker);
    grantReservations();
  }

  function start(): Worker {
    const heap = heapBytes !== undefined && { maxOldGenerationSizeMb: Math.ceil(heapBytes / MIB) };
    const worker =
      takeSpare(startedWith) ?? new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, ...heap } });
    all.add(worker);
    worker.on('message', (message: FromThread<Answer>) => {
      clearTimeout(timeLimits.get(worker));
      if ('reserves' in message) {
        requested.set(worker, message.reserves);
        grantReservations();
        return;
      }
      const waiting = busy.get(worker);
      busy.delete(worker);
      worker.unref();
      // The garbage collector frees the memory of a large task late, so the thread ends, and its reservation with it.
      if (reserved.has(worker)) void worker.terminate();
      else free.push(worker);
      if ('failure' in message) waiting?.reject(Object.assign(new Error(message.failure), { code: message.code }));
      else waiting?.resolve(message.answer);
      next();
    });
    worker.on('error', (cause: Error & { code?: string }) => {
      drop(worker, new ThreadEnded(REASONS[cause.code ?? ''] ?? 'died', { cause }));
    });
    worker.on('exit', (code) => {
      drop(worker, new ThreadEnded(code === OUT_OF_MEMORY_EXIT ? 'memory' : 'died'));
      releaseReservation(worker);
    });
    return worker;
  }

  /** Fails the thread's task; the pool goes on with another thread. */
  function drop(worker: Worker, error: Error): void {
    clearTimeout(timeLimits.get(worker));
    all.delete(worker);
    const at = free.indexOf(worker);
    if (at >= 0) free.splice(at, 1);
    busy.get(worker)?.reject(closed ? new PoolClosed('the server stops') : error);
    busy.delete(worker);
    next();
  }

  function next(): void {
    clearTimeout(idle);
    while (free.length > 0 || all.size < threads) {
      const waiting = queue.shift();
      if (!waiting) break;
      const worker = free.pop() ?? start();
      busy.set(worker, waiting);
      worker.ref();
      send(worker, { task: waiting.task }, waiting.moved);
      startClock(worker);
    }
    if (busy.size === 0 && all.size > 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
  }

  async function end(): Promise<void> {
    for (const worker of free.splice(0)) if (keepSpare(startedWith, worker)) all.delete(worker);
    const ending = [...all];
    all.clear();
    await Promise.all(ending.map((worker) => worker.terminate()));
  }

  return {
    threads,
    run: (task, lane = '', moved = []) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new PoolClosed('the server stops'));
        queue.push(lane, { task, moved, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      clearTimeout(idle);
      for (let one = queue.shift(); one; one = queue.shift()) one.reject(new PoolClosed('the server stops'));
      await end();
    },
  };
}

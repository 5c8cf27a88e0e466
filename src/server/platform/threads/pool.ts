/**
 * A bounded pool of worker threads for work that would block the thread that answers. Threads start with the first task
 * and end after a while without tasks, so that an idle server pays nothing for them.
 *
 *   Pool, TaskQueue, PoolClosed, ThreadEnded, Take
 *   openPool       the caller's side
 *   answerTasks    the worker's side
 */
import { parentPort, type Transferable, Worker } from 'node:worker_threads';

export interface Pool<Task, Answer> {
  /**
   * @param lane whose task it is, for the queue
   * @param moved parts of the task that are moved to the thread instead of copied
   * @throws what the task threw, as an Error with its message; PoolClosed; ThreadEnded
   */
  run(task: Task, lane?: string, moved?: readonly Transferable[]): Promise<Answer>;
  /** tasks that run at once */
  readonly threads: number;
  close(): Promise<void>;
}
export class PoolClosed extends Error {}

/** The thread ended before its task: `time` and `memory` are limits that the task met, `died` is anything else. */
export class ThreadEnded extends Error {
  readonly reason: 'time' | 'memory' | 'died';
  constructor(reason: ThreadEnded['reason'], options?: ErrorOptions) {
    super(`the thread ended before its task: ${reason}`, options);
    this.reason = reason;
  }
}

/** Where tasks wait: it decides whose comes next. */
export interface TaskQueue<Item> {
  push(lane: string, item: Item): void;
  shift(): Item | undefined;
}

function createLine<Item>(): TaskQueue<Item> {
  const items: Item[] = [];
  return { push: (_lane, item) => void items.push(item), shift: () => items.shift() };
}

export interface PoolOptions {
  threads: number;
  /** absent: first come, first served */
  createQueue?: <Item>() => TaskQueue<Item>;
  /** milliseconds that one task may take; absent: no limit */
  taskTime?: number;
  /** bytes of JavaScript objects that a thread may hold; absent: Node's own limit */
  heapBytes?: number;
  /** what all tasks together may take of what they ask for; one that wants more than that goes alone. Absent: no limit */
  room?: number;
}

/**
 * Waits until there is room for so much. A task asks once; no time counts while it waits, and its thread ends after it.
 */
export type Take = (amount: number) => Promise<void>;

/** What a thread is told: its next task, or that it may take what it asked for. */
type Told<Task> = { task: Task } | 'taken';
/** Errors lose their class between threads; their code tells the kind. */
type Answered<Answer> = { answer: Answer } | { failure: string; code: string | undefined };
type Said<Answer> = Answered<Answer> | { takes: number };
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
/** exit code of a thread that ended itself because it would exceed its memory limit */
export const OUT_OF_MEMORY_EXIT = 97;

/** @param module file that calls answerTasks */
export function openPool<Task, Answer>(
  module: URL,
  { threads, createQueue = createLine, taskTime, heapBytes, room = Infinity }: PoolOptions,
): Pool<Task, Answer> {
  const free: Worker[] = [];
  const all = new Set<Worker>();
  const busy = new Map<Worker, Waiting<Task, Answer>>();
  const limits = new WeakMap<Worker, NodeJS.Timeout>();
  const queue = createQueue<Waiting<Task, Answer>>();
  /** how much of the room each thread has, until it is gone, and how much those want that wait for it, in their order */
  const taken = new Map<Worker, number>();
  const wanted = new Map<Worker, number>();
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  const tell = (worker: Worker, told: Told<Task>, moved: readonly Transferable[] = []) =>
    worker.postMessage(told, moved);

  function startClock(worker: Worker): void {
    if (taskTime === undefined) return;
    const late = () => {
      lose(worker, new ThreadEnded('time'));
      void worker.terminate();
    };
    limits.set(worker, setTimeout(late, taskTime).unref());
  }

  function giveRoom(): void {
    for (const [worker, amount] of wanted) {
      const inUse = [...taken.values()].reduce((sum, one) => sum + one, 0);
      if (taken.size > 0 && inUse + amount > room) return;
      wanted.delete(worker);
      taken.set(worker, amount);
      startClock(worker);
      tell(worker, 'taken');
    }
  }

  function takeRoomBack(worker: Worker): void {
    wanted.delete(worker);
    taken.delete(worker);
    giveRoom();
  }

  function start(): Worker {
    const heap = heapBytes !== undefined && { maxOldGenerationSizeMb: Math.ceil(heapBytes / MIB) };
    const worker = new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, ...heap } });
    all.add(worker);
    worker.on('message', (message: Said<Answer>) => {
      clearTimeout(limits.get(worker));
      if ('takes' in message) {
        wanted.set(worker, message.takes);
        giveRoom();
        return;
      }
      const waiting = busy.get(worker);
      busy.delete(worker);
      worker.unref();
      // What a task with much memory leaves, the collector finds late: its room is free when its thread is gone.
      if (taken.has(worker)) void worker.terminate();
      else free.push(worker);
      if ('failure' in message) waiting?.reject(Object.assign(new Error(message.failure), { code: message.code }));
      else waiting?.resolve(message.answer);
      next();
    });
    worker.on('error', (cause: Error & { code?: string }) => {
      lose(worker, new ThreadEnded(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'died', { cause }));
    });
    worker.on('exit', (code) => {
      lose(worker, new ThreadEnded(code === OUT_OF_MEMORY_EXIT ? 'memory' : 'died'));
      takeRoomBack(worker);
    });
    return worker;
  }

  /** Fails its task; the pool goes on with another thread. */
  function lose(worker: Worker, error: Error): void {
    clearTimeout(limits.get(worker));
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
      tell(worker, { task: waiting.task }, waiting.moved);
      startClock(worker);
    }
    if (busy.size === 0 && all.size > 0) idle = setTimeout(() => void end(), IDLE_MS).unref();
  }

  async function end(): Promise<void> {
    free.length = 0;
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

/** @param work returns the answer, and which of its buffers may be moved instead of copied */
export function answerTasks<Task, Answer>(
  work: (task: Task, take: Take) => Promise<{ answer: Answer; moved?: readonly Transferable[] }>,
): void {
  const port = parentPort;
  if (!port) throw new Error('this file is for a worker thread');
  let goOn = () => {};
  const say = (said: Said<Answer>, moved: readonly Transferable[] = []) => port.postMessage(said, moved);
  const take: Take = (amount) =>
    new Promise((resolve) => {
      goOn = resolve;
      say({ takes: amount });
    });
  port.on('message', async (told: Told<Task>) => {
    if (told === 'taken') return goOn();
    try {
      const { answer, moved } = await work(told.task, take);
      say({ answer }, moved);
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      say({ failure: message, code });
    }
  });
}

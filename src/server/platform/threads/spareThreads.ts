/**
 * Threads that a closed pool hands on to the next one of this process. Only tests, which open and close hundreds of pools,
 * keep them: starting a thread costs a tenth of a second of processor time.
 *
 *   keepSpareThreads   for tests
 *   takeSpare, keepSpare
 */
import type { Worker } from 'node:worker_threads';

/** what a thread was started with -> threads without a task; absent: none are kept */
let spares: Map<string, Worker[]> | undefined;

/** @internal */
export function keepSpareThreads(): void {
  spares ??= new Map();
}

/** Not all at once: Node itself listens for new listeners. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
}

export function takeSpare(startedWith: string): Worker | undefined {
  const worker = spares?.get(startedWith)?.pop();
  if (worker) forget(worker);
  return worker;
}

/** @returns whether the thread is kept; otherwise the caller ends it */
export function keepSpare(startedWith: string, worker: Worker): boolean {
  if (spares === undefined) return false;
  const spare = spares.get(startedWith) ?? [];
  spares.set(startedWith, spare);
  forget(worker);
  worker.unref();
  spare.push(worker);
  worker.once('exit', () => spare.splice(spare.indexOf(worker), 1));
  return true;
}

/**
 * The worker's side of a pool (pool.ts): receives tasks and sends answers.
 *
 *   Reserve
 *   answerTasks
 */
import { parentPort, type Transferable } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';

/**
 * Waits until the pool's budget has this much left. A task may reserve once. Waiting does not count towards its time
 * limit. The thread ends after such a task.
 */
export type Reserve = (amount: number) => Promise<void>;

/** @param work returns the answer, and the buffers in it that may be transferred instead of copied */
export function answerTasks<Task, Answer>(
  work: (task: Task, reserve: Reserve) => Promise<{ answer: Answer; moved?: readonly Transferable[] }>,
): void {
  const port = parentPort;
  if (!port) throw new Error('this file is for a worker thread');
  let proceed = () => {};
  const send = (message: FromThread<Answer>, moved: readonly Transferable[] = []) => port.postMessage(message, moved);
  const reserve: Reserve = (amount) =>
    new Promise((resolve) => {
      proceed = resolve;
      send({ reserves: amount });
    });
  port.on('message', async (message: ToThread<Task>) => {
    if (message === 'reserved') return proceed();
    try {
      const { answer, moved } = await work(message.task, reserve);
      send({ answer }, moved);
    } catch (error) {
      const { message: failure, code } = error as NodeJS.ErrnoException;
      send({ failure, code });
    }
  });
}

/**
 * An SQLite connection in a thread of its own: statements go in, answers come out in the same order. The entry file of
 * a worker; sqliteThreads.ts starts it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Answer, type Failure, openConnection } from './sqliteConnection.ts';
import type { Question, Reply, ThreadOptions } from './sqliteThreads.ts';

const { file, ...options } = workerData as ThreadOptions;
const connection = openConnection(file, options);
/** the read in progress, if it is done in parts */
let reading: Generator<Answer['rows']> | undefined;

function answer(question: Question): Answer {
  if (question === 'next') return { rows: reading?.next().value ?? [] };
  if (question.part === undefined) return connection.run(question);
  reading = connection.parts(question, question.part);
  return answer('next');
}

if (!parentPort) throw new Error('this file is for a worker thread');
parentPort.on('message', (question: Question) => {
  try {
    parentPort?.postMessage(answer(question) satisfies Reply);
  } catch (error) {
    const { message, code = '', errcode = 0 } = error as Partial<Failure['error']> & { message: string };
    parentPort?.postMessage({ error: { message, code, errcode } } satisfies Reply);
  }
});

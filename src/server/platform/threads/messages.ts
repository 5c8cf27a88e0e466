/**
 * What a pool and its threads send each other.
 *
 *   ToThread, FromThread
 *   OUT_OF_MEMORY_EXIT    exit code of a thread that ended itself before it exceeded its memory limit
 */

/** The next task, or the reservation that the thread asked for. */
export type ToThread<Task> = { task: Task } | 'reserved';
/** Errors lose their class between threads; their code tells the kind. `reserves`: asks for this much of the budget. */
export type FromThread<Answer> =
  | { answer: Answer }
  | { failure: string; code: string | undefined }
  | { reserves: number };

export const OUT_OF_MEMORY_EXIT = 97;

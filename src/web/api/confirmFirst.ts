/**
 * Calls that reach Prod may ask for the password first (403 `confirm-first`): the person is asked, and the call is sent
 * again. One question at a time; calls that come meanwhile wait for the same answer.
 *
 *   fetchConfirmed     as fetch
 *   questions          who shows the question listens here
 */

type Listener = (asked: boolean) => void;

let listener: Listener | undefined;
let waiting: Promise<boolean> | undefined;
let answer: ((confirmed: boolean) => void) | undefined;

export const questions = {
  /** @returns ends listening */
  listen(to: Listener): () => void {
    listener = to;
    return () => {
      listener = undefined;
      questions.answer(false);
    };
  },
  /** false: the person gave up */
  answer(confirmed: boolean): void {
    listener?.(false);
    answer?.(confirmed);
    answer = undefined;
    waiting = undefined;
  },
};

function ask(): Promise<boolean> {
  if (!listener) return Promise.resolve(false);
  waiting ??= new Promise((resolve) => {
    answer = resolve;
    listener?.(true);
  });
  return waiting;
}

export const fetchConfirmed: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  if (response.status !== 403) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { code?: string } | undefined;
  if (body?.code !== 'confirm-first' || !(await ask())) return response;
  return fetch(...request);
};

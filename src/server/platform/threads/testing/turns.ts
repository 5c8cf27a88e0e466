/**
 * For tests: how long the thread that answers is held up while something is at work. A request that comes waits for the
 * turn of the event loop that is under way, so the longest turn is what the work costs everybody else. Turns are measured
 * in CPU time of this thread, against a fixed piece of work on the same machine: what else the machine does falls on
 * neither, and no test asserts a time.
 *
 *   longestTurn      the longest turn during some work, and during as long a rest
 *   memoryDuring     the most memory that the process had during some work
 */

/** milliseconds that this thread computed since it started */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A megabyte of JSON: read in one turn it takes 5 to 10 ms. */
const JSON_TEXT = JSON.stringify(
  Array.from({ length: 8_000 }, (_, i) => ({
    path: `001/layer_${i}.png`,
    size: i,
    box: [i, 2, 3, 4],
    words: 'x'.repeat(60),
  })),
);
const ROUNDS = 9;

/** The middle of several, for the clock of a thread counts in steps of some milliseconds. */
function unit(): number {
  JSON.parse(JSON_TEXT);
  const before = cpu();
  for (let round = 0; round < ROUNDS; round += 1) JSON.parse(JSON_TEXT);
  return (cpu() - before) / ROUNDS;
}

async function watch(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let working = true;
  let last = cpu();
  const turn = () => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (working) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    // One more turn, for the last one of the work.
    await new Promise((resolve) => setImmediate(resolve));
    working = false;
  }
  return longest;
}

export interface Turns {
  /** the longest turn while the work went on, in units: readings of a megabyte of JSON */
  readonly units: number;
  /** and while nothing was done for as long */
  readonly idle: number;
  /** the longest turn in milliseconds, to be printed */
  readonly milliseconds: number;
}

export async function longestTurn(work: () => Promise<unknown>): Promise<Turns> {
  const one = unit();
  const start = performance.now();
  const longest = await watch(work);
  const rest = Math.min(1000, performance.now() - start);
  const idle = await watch(() => new Promise((resolve) => setTimeout(resolve, rest)));
  return { units: longest / one, idle: idle / one, milliseconds: longest };
}

/** @returns bytes by which the memory of the process grew at most */
export async function memoryDuring(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return Math.max(most, process.memoryUsage.rss()) - before;
}

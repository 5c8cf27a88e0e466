/**
 * For tests: how long some work blocks the event loop. A new request waits for the current turn of the event loop, so
 * the longest turn is what the work costs other requests. Turns are measured in CPU time of this thread, relative to a
 * fixed piece of work on the same machine: other load affects neither, and no test asserts a time.
 *
 *   longestTurn      the longest turn during some work, and during as long a rest
 *   memoryDuring     the most memory that the process had during some work
 */

/** milliseconds of CPU time that this thread used since it started */
function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A megabyte of JSON: parsing it in one turn takes 5 to 10 ms. */
const JSON_TEXT = JSON.stringify(
  Array.from({ length: 8_000 }, (_, i) => ({
    path: `001/layer_${i}.png`,
    size: i,
    box: [i, 2, 3, 4],
    words: 'x'.repeat(60),
  })),
);
const ROUNDS = 9;

/** The median of several, because a thread's clock counts in steps of a few milliseconds. */
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
    // One more turn, so that the last one of the work is measured.
    await new Promise((resolve) => setImmediate(resolve));
    working = false;
  }
  return longest;
}

export interface Turns {
  /** the longest turn during the work, in units: parsing a megabyte of JSON is one */
  readonly units: number;
  /** the same while nothing was done for as long */
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

/** @returns bytes by which the process's memory grew at most */
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

/**
 * The rows of docs/speed.md: what each measures, against what, and the ratio to reach. To add one, write a file beside
 * this one and add it to main.ts.
 *
 *   Row, Measured, Times
 *   compare       medians of CPU and wall time of two ways to do the same
 *   ratioOf       peer's time / ours
 *   lineOf        one line for a terminal
 *   LimitRow, limitLineOf   limits on memory and sizes
 *   median, medians
 */
export interface Times {
  /** milliseconds; absent where only the time that a person waits counts */
  readonly cpu?: number;
  /** milliseconds; absent where work on one thread never waits, so that it would be the same */
  readonly wall?: number;
  /** the least and the most CPU time of a run */
  readonly range?: readonly [number, number];
}
export interface Measured {
  readonly ours: Times;
  readonly peer: Times;
}
export interface Row {
  readonly work: string;
  readonly peer: string;
  /** peer's time / ours */
  readonly reach: number;
  measure(): Promise<Measured>;
}

const RUNS = 7;

/** Alternates the two, so that other load affects both equally. The first run of each warms up. */
export async function compare(
  ours: () => Promise<unknown>,
  peer: () => Promise<unknown>,
  times = 1,
): Promise<Measured> {
  const all: Record<'ours' | 'peer', { cpu: number; wall: number }[]> = { ours: [], peer: [] };
  for (let run = 0; run <= RUNS; run++) {
    const one = await timed(ours, times);
    const other = await timed(peer, 1);
    if (run === 0) continue;
    all.ours.push(one);
    all.peer.push(other);
  }
  return { ours: medians(all.ours), peer: medians(all.peer) };
}

async function timed(work: () => Promise<unknown>, times: number): Promise<{ cpu: number; wall: number }> {
  const start = performance.now();
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000 / times, wall: (performance.now() - start) / times };
}

export const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] as number;
export const medians = (all: readonly { readonly cpu: number; readonly wall: number }[]): Times => {
  const cpu = all.map((one) => one.cpu);
  const range = [Math.min(...cpu), Math.max(...cpu)] as const;
  return { cpu: median(cpu), wall: median(all.map(({ wall }) => wall)), range };
};

/** @param times how many requests a run made */
export const each = ({ cpu, wall, range }: Times, times: number): Times => ({
  ...(cpu !== undefined && { cpu: cpu / times }),
  ...(wall !== undefined && { wall: wall / times }),
  ...(range && { range: [range[0] / times, range[1] / times] }),
});

/** By CPU time, or by wall time where no CPU time was measured. */
export const ratioOf = ({ ours, peer }: Measured): number =>
  ours.cpu !== undefined && peer.cpu !== undefined ? peer.cpu / ours.cpu : (peer.wall ?? 0) / (ours.wall ?? Infinity);

const shown = ({ cpu, wall, range }: Times): string =>
  [
    ...(cpu === undefined ? [] : [`${cpu.toPrecision(3)} ms CPU`]),
    ...(range ? [`${range[0].toPrecision(3)} to ${range[1].toPrecision(3)}`] : []),
    ...(wall === undefined ? [] : [`${wall.toPrecision(3)} ms wall`]),
  ].join(', ');

export function lineOf(row: Row, measured: Measured): string {
  const ratio = `${ratioOf(measured).toPrecision(3)} x; to reach: ${row.reach} x`;
  return `${row.work}: ${shown(measured.ours)}; ${row.peer}: ${shown(measured.peer)}; ${ratio}`;
}

export interface LimitRow {
  readonly work: string;
  readonly unit: 'MiB' | 'MB' | 'kB' | 'ms';
  readonly allowed: number;
  measure(): Promise<number>;
}

export const limitLineOf = ({ work, unit, allowed }: LimitRow, measured: number): string =>
  `${work}: ${measured.toFixed(0)} ${unit}; allowed: ${allowed.toFixed(0)} ${unit}`;

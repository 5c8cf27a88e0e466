/**
 * The rows of docs/speed.md: what each measures, against what, and the ratio to reach. To add one, write a file beside
 * this one and add it to main.ts.
 *
 *   Row, Measured, Times
 *   compare       medians of CPU and wall time of two ways to do the same
 *   ratioOf       peer's time / ours
 *   lineOf        one line for a terminal
 *   LimitRow, limitLineOf   limits on memory, sizes and waits
 *   shownTime, shownRuns    figures with their spread
 *   median, medians, each, byWall, ownCpu
 */
/** The least and the most of all runs. */
export type Spread = readonly [number, number];

export interface Times {
  /** milliseconds; absent where nothing of ours works: what a person takes for at once */
  readonly cpu?: number;
  readonly cpuSpread?: Spread;
  /** milliseconds; absent where work on one thread never waits, so that it would be the same */
  readonly wall?: number;
  readonly wallSpread?: Spread;
}
export interface Measured {
  readonly ours: Times;
  readonly peer: Times;
  /** The ratio is of wall time: both wait for something else, or use all processors. Absent: of CPU time. */
  readonly by?: 'wall';
}
export interface Row {
  readonly work: string;
  readonly peer: string;
  /** peer's time / ours */
  readonly reach: number;
  measure(): Promise<Measured>;
}

/** What one run took, milliseconds. */
export interface Run {
  readonly cpu: number;
  readonly wall: number;
}

const RUNS = 7;

/** CPU milliseconds of this process so far, with all its threads. */
export const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** @param cpu of the processes that work, so far */
export async function timed(work: () => unknown, cpu: () => number | Promise<number> = ownCpu): Promise<Run> {
  const start = performance.now();
  const before = await cpu();
  await work();
  return { cpu: (await cpu()) - before, wall: performance.now() - start };
}

/** Alternates the two, so that other load affects both equally. The first run of each warms up. */
export async function compare(
  ours: () => Promise<unknown>,
  peer: () => Promise<unknown>,
  times = 1,
  cpu: () => number = ownCpu,
): Promise<Measured> {
  const all: Record<'ours' | 'peer', Run[]> = { ours: [], peer: [] };
  for (let run = 0; run <= RUNS; run++) {
    const one = await timed(async () => {
      for (let i = 0; i < times; i++) await ours();
    }, cpu);
    const other = await timed(peer, cpu);
    if (run === 0) continue;
    all.ours.push(one);
    all.peer.push(other);
  }
  return { ours: each(medians(all.ours), times), peer: medians(all.peer) };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;

export const spreadOf = (values: readonly number[]): Spread => [Math.min(...values), Math.max(...values)];

export const medians = (all: readonly Run[]): Times => {
  const [cpu, wall] = [all.map((one) => one.cpu), all.map((one) => one.wall)];
  return { cpu: median(cpu), cpuSpread: spreadOf(cpu), wall: median(wall), wallSpread: spreadOf(wall) };
};

/** @param times how often a run did the same */
export const each = ({ cpu, cpuSpread, wall, wallSpread }: Times, times: number): Times => ({
  ...(cpu !== undefined && { cpu: cpu / times }),
  ...(cpuSpread && { cpuSpread: [cpuSpread[0] / times, cpuSpread[1] / times] }),
  ...(wall !== undefined && { wall: wall / times }),
  ...(wallSpread && { wallSpread: [wallSpread[0] / times, wallSpread[1] / times] }),
});

export const byWall = ({ ours, peer }: Measured): Measured => ({ ours, peer, by: 'wall' });

export const ratioOf = ({ ours, peer, by }: Measured): number =>
  by !== 'wall' && ours.cpu !== undefined && peer.cpu !== undefined
    ? peer.cpu / ours.cpu
    : (peer.wall ?? 0) / (ours.wall ?? Infinity);

const figure = (ms: number): string => ms.toPrecision(3);

/** A figure with its spread; - where it was not measured. */
export const shownTime = (ms: number | undefined, spread: Spread | undefined): string =>
  ms === undefined ? '-' : `${figure(ms)}${spread ? ` (${spread.map(figure).join(' to ')})` : ''}`;

const shown = ({ cpu, cpuSpread, wall, wallSpread }: Times): string =>
  [
    ...(cpu === undefined ? [] : [`${shownTime(cpu, cpuSpread)} ms CPU`]),
    ...(wall === undefined ? [] : [`${shownTime(wall, wallSpread)} ms wall`]),
  ].join(', ');

export function lineOf(row: Row, measured: Measured): string {
  const ratio = `${ratioOf(measured).toPrecision(3)} x${measured.by ? ' by wall time' : ''}; to reach: ${row.reach} x`;
  return `${row.work}: ${shown(measured.ours)}; ${row.peer}: ${shown(measured.peer)}; ${ratio}`;
}

export interface LimitRow {
  readonly work: string;
  readonly unit: 'MiB' | 'MB' | 'kB' | 'ms';
  readonly allowed: number;
  /** @returns the figure of each run; one for what is always the same, as a size. Their median counts. */
  measure(): Promise<readonly number[]>;
}

/** The median, with its spread where there were several runs. */
export const shownRuns = (unit: string, runs: readonly number[]): string =>
  `${median(runs).toFixed(0)}${
    runs.length > 1
      ? ` (${spreadOf(runs)
          .map((one) => one.toFixed(0))
          .join(' to ')})`
      : ''
  } ${unit}`;

export const limitLineOf = ({ work, unit, allowed }: LimitRow, runs: readonly number[]): string =>
  `${work}: ${shownRuns(unit, runs)}; allowed: ${allowed.toFixed(0)} ${unit}`;

/**
 * What each group of tests costs, in seconds of processor time, and which group grew. A group is a room of the code, or
 * one file of browser tests. Each run (`npm test`, `test:rest`, `test:all`) has numbers of its own: the same file costs more
 * at full length, or when it shares no process.
 *
 *   readCosts     sums of a ledger (costs.ts) by group
 *   findGrown     groups that cost half as much again as the committed numbers say
 *   renderTable   the table of docs/tests.md
 */
import { relative } from 'node:path';
import { z } from 'zod';
import { SLOW_FILE, TEST_FILE } from './parts.ts';

export const RUNS = ['test', 'rest', 'all'] as const;
export type Run = (typeof RUNS)[number];

/** Seconds of processor time by group. */
const Costs = z.record(z.string(), z.number());
export type Costs = z.infer<typeof Costs>;
/** A run that was not measured yet has no numbers. */
export const CostsByRun = z.strictObject({ test: Costs.optional(), rest: Costs.optional(), all: Costs.optional() });
export type CostsByRun = z.infer<typeof CostsByRun>;

const Line = z.object({ file: z.string(), seconds: z.number() });

/** A group may grow by half … */
const GROWTH_LIMIT = 1.5;
/** … or by this many seconds, whichever is more: small groups vary. */
const GROWTH_FLOOR_SECONDS = 10;
/** Groups below share one line of the table. */
const ROW_FLOOR_SECONDS = 5;

/** @param file below the root: `src/server/promotion/status.test.ts` */
export function groupOf(file: string): string {
  if (file.startsWith('e2e/')) return file.replace(SLOW_FILE, '').replace(TEST_FILE, '');
  return file.split('/').slice(0, -1).slice(0, 3).join('/');
}

/** @param ledger lines of JSON; a file that stands there several times cost all of it */
export function readCosts(ledger: string, root: string): Costs {
  const costs: Costs = {};
  for (const text of ledger.split('\n').filter(Boolean)) {
    const { file, seconds } = Line.parse(JSON.parse(text));
    const group = groupOf(relative(root, file));
    costs[group] = (costs[group] ?? 0) + seconds;
  }
  return costs;
}

/** The factor by which this machine is slower than the one that the numbers are from: the median over all groups. */
function machineFactor(known: Costs, measured: Costs): number {
  const factors = Object.entries(known)
    .filter(([group, seconds]) => seconds >= ROW_FLOOR_SECONDS && measured[group] !== undefined)
    .map(([group, seconds]) => (measured[group] ?? 0) / seconds)
    .sort((a, b) => a - b);
  return factors[Math.floor(factors.length / 2)] ?? 1;
}

export interface Growth {
  group: string;
  /** seconds that the group takes on this machine by the committed numbers */
  expected: number;
  measured: number;
}

/** Groups without a committed number cannot grow. */
export function findGrown(known: Costs, measured: Costs): Growth[] {
  const factor = machineFactor(known, measured);
  return Object.entries(measured).flatMap(([group, seconds]) => {
    const expected = (known[group] ?? Number.POSITIVE_INFINITY) * factor;
    const limit = Math.max(expected * GROWTH_LIMIT, expected + GROWTH_FLOOR_SECONDS);
    return seconds > limit ? [{ group, expected, measured: seconds }] : [];
  });
}

const sum = (seconds: readonly number[]) => seconds.reduce((all, some) => all + some, 0);

/** @returns Markdown, the most expensive group first */
export function renderTable(costs: CostsByRun): string {
  const groups = [...new Set(RUNS.flatMap((run) => Object.keys(costs[run] ?? {})))];
  const most = (group: string) => Math.max(...RUNS.map((run) => costs[run]?.[group] ?? 0));
  const large = groups.filter((group) => most(group) >= ROW_FLOOR_SECONDS).sort((a, b) => most(b) - most(a));
  const row = (title: string, included: readonly string[]) => {
    const cells = RUNS.map((run) => {
      const some = included.flatMap((group) => costs[run]?.[group] ?? []);
      return some.length === 0 ? '' : sum(some).toFixed(0);
    });
    return `| ${[title, ...cells].join(' | ')} |`;
  };
  const small = groups.filter((group) => !large.includes(group));
  return [
    '| group | `npm test`, s | `test:rest`, s | `test:all`, s |',
    '|---|--:|--:|--:|',
    ...large.map((group) => row(group, [group])),
    row(`${small.length} groups of less than ${ROW_FLOOR_SECONDS} s each`, small),
    row('**all**', groups),
  ].join('\n');
}

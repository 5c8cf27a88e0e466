/**
 * What processes use, as the system counts it.
 *
 *   cpuOf             CPU time of a process
 *   cpuOfChildren     CPU time of the programs that this process ran and that ended
 *   cpuOfFamily       CPU time of a process and the processes that it started
 *   parentOf          which process started it
 *   residentOf        memory of a process
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Of proc(5). */
const TICK_MS = 10;

/** Fields of /proc/<pid>/stat from the third on. */
function statOf(pid: number | 'self'): readonly string[] {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

const ticks = (fields: readonly string[], from: number): number =>
  (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;

/** Milliseconds of a process with all its threads, also those that ended, in steps of 10. */
export const cpuOf = (pid: number): number => ticks(statOf(pid), 11);

/** Milliseconds of all children of this process that ended, with theirs, in steps of 10. */
export const cpuOfChildren = (): number => ticks(statOf('self'), 13);

export const parentOf = (pid: number): number => Number(statOf(pid)[1]);

/** Milliseconds of a process and its children, also those that ended, in steps of 10. */
export function cpuOfFamily(pid: number): number {
  const fields = statOf(pid);
  let sum = ticks(fields, 11) + ticks(fields, 13);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const child = statOf(Number(name));
      if (Number(child[1]) === pid) sum += ticks(child, 11);
    } catch {
      // It ended since the folder was read.
    }
  }
  return sum;
}

/** bytes of memory that a process holds */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

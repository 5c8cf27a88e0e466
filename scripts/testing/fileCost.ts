/**
 * Set-up of every file of unit tests: notes what the file costs, in seconds of processor time of its own process and the
 * processes that it started and that ended. Other than the time on the clock it does not depend on what else the machine
 * does.
 */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
import { noteCost, TICKS_PER_SECOND } from './costs.ts';

/** Seconds of ended processes that this one started; 0 where there is no /proc. */
function ofChildren(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // The name of the process stands in brackets and may hold spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function secondsSoFar(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofChildren();
}

// Files that share a process are charged from here on; one that has its own is charged for its start too.
const begun = process.env['LACQUER_TEST_PART'] === 'fast' ? secondsSoFar() : 0;
// What is registered first runs last.
afterAll(() => noteCost(expect.getState().testPath ?? '', secondsSoFar() - begun));

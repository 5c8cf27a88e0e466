/**
 * Set-up of every file of unit tests: notes what the file costs, in seconds of processor time of its own process and the
 * processes that it started. Other than the time on the clock it does not depend on what else the machine does.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const TICKS_PER_SECOND = 100;
const ledger = process.env['LACQUER_TEST_COSTS'];

/** Seconds of ended processes that this one started; 0 where there is no /proc. */
function ofChildren(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // The name of the process stands in brackets and may hold spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

if (ledger) {
  // What is registered first runs last. Each file has a process of its own.
  afterAll(() => {
    const { user, system } = process.cpuUsage();
    const seconds = (user + system) / 1e6 + ofChildren();
    appendFileSync(ledger, `${JSON.stringify({ file: expect.getState().testPath, seconds })}\n`);
  });
}

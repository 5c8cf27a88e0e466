/**
 * What files of tests cost: LACQUER_TEST_COSTS names a file that gets a line for each.
 *
 *   noteCost           adds to the file
 *   TICKS_PER_SECOND   of the times in /proc
 */
import { appendFileSync } from 'node:fs';

export const TICKS_PER_SECOND = 100;
const ledger = process.env['LACQUER_TEST_COSTS'];

/** @param seconds of processor time */
export function noteCost(file: string, seconds: number): void {
  if (ledger) appendFileSync(ledger, `${JSON.stringify({ file, seconds })}\n`);
}

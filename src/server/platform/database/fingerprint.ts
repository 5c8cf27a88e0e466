/**
 * Tells whether two databases have the same rows, whatever their kind and the order in which they return them.
 *
 *   Fingerprint
 *   openFingerprint
 */
import { hash } from 'node:crypto';
import type { Dumped } from './dump.ts';

/** of one table */
export interface Fingerprint {
  readonly rows: number;
  /** the sum of the rows' hashes */
  readonly hash: string;
}

const HEX_DIGITS = 32;
const BITS = HEX_DIGITS * 4;

/** PostgreSQL's driver returns large numbers as text. */
const textOf = (row: Dumped['row']): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((column) => [column, row[column] === null ? null : String(row[column])]),
  );

export function openFingerprint() {
  const tables = new Map<string, { rows: number; sum: bigint }>();
  return {
    add({ table, row }: Dumped): void {
      const found = tables.get(table) ?? { rows: 0, sum: 0n };
      const part = BigInt(`0x${hash('sha256', textOf(row)).slice(0, HEX_DIGITS)}`);
      tables.set(table, { rows: found.rows + 1, sum: BigInt.asUintN(BITS, found.sum + part) });
    },
    of(table: string): Fingerprint {
      const { rows, sum } = tables.get(table) ?? { rows: 0, sum: 0n };
      return { rows, hash: sum.toString(16).padStart(HEX_DIGITS, '0') };
    },
  };
}

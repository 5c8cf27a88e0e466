/**
 * docs/speed.md, read to compare with.
 *
 *   Figures, keyOf
 *   readFigures  the figures that a page has
 *   fallen       what became more than a tenth worse
 */
import type { Row } from './rows.ts';

export interface Figures {
  /** by the row's work and peer: larger is better */
  readonly ratios: ReadonlyMap<string, number>;
  /** by the row's work: smaller is better */
  readonly limits: ReadonlyMap<string, number>;
}

const TENTH = 0.1;

export const keyOf = ({ work, peer }: Pick<Row, 'work' | 'peer'>): string => `${work}; ${peer}`;

/** Every table of the page, by the names of its columns. */
export function readFigures(page: string): Figures {
  const ratios = new Map<string, number>();
  const limits = new Map<string, number>();
  let names: readonly string[] = [];
  for (const line of page.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) names = [];
    else if (names.length === 0) names = cells;
    else {
      const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
      const ratio = Number.parseFloat(cell('ratio'));
      const measured = Number.parseFloat(cell('measured'));
      if (!Number.isNaN(ratio)) ratios.set(keyOf({ work: cell('work'), peer: cell('peer') }), ratio);
      if (!Number.isNaN(measured)) limits.set(cell('memory, sizes and waits'), measured);
    }
  }
  return { ratios, limits };
}

const figure = (value: number): string => value.toPrecision(3);

/** @returns a line for each figure of `now` that is more than a tenth worse than before; what is new is not compared */
export function fallen(before: Figures, now: Figures): string[] {
  const worse: string[] = [];
  for (const [key, ratio] of now.ratios) {
    const old = before.ratios.get(key);
    if (old !== undefined && ratio < old * (1 - TENTH)) worse.push(`${key}: ${figure(ratio)} x, was ${figure(old)} x`);
  }
  for (const [key, size] of now.limits) {
    const old = before.limits.get(key);
    if (old !== undefined && size > old * (1 + TENTH)) worse.push(`${key}: ${figure(size)}, was ${figure(old)}`);
  }
  return worse;
}

/**
 * Places the nodes of a graph without cycles in rows, so that every arrow points down and few of them cross.
 *
 *   Layout   where nodes and arrows go
 *   layOut
 */
import type { Graph } from './imports.ts';

export interface Layout {
  /** from the bottom row (0) upwards, left to right; `undefined` where an arrow passes between two nodes */
  readonly rows: readonly (readonly (string | undefined)[])[];
  /** each arrow as the points that it passes: row and place in that row */
  readonly arrows: readonly (readonly { readonly row: number; readonly column: number }[])[];
}

/** enough for a graph of a few dozen nodes to settle */
const SWEEPS = 12;

/** @throws RangeError when parts import each other in a circle */
function rowsOf(graph: Graph): Map<string, number> {
  const rows = new Map<string, number>();
  const rowOf = (node: string, above: readonly string[] = []): number => {
    if (above.includes(node)) throw new RangeError(`a circle of imports: ${[...above, node].join(' -> ')}`);
    const known = rows.get(node);
    if (known !== undefined) return known;
    const row = Math.max(-1, ...[...(graph.get(node) ?? [])].map((next) => rowOf(next, [...above, node]))) + 1;
    rows.set(node, row);
    return row;
  };
  for (const node of graph.keys()) rowOf(node);
  return rows;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sorts each row by the mean place of its neighbours in the row below, then above, and so on. */
function untangle(rows: string[][], links: readonly (readonly [upper: string, lower: string])[]): void {
  /** 0 to 1, so that rows of different lengths compare */
  const place = (row: readonly string[], node: string) => (row.indexOf(node) + 0.5) / row.length;
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const upwards = sweep % 2 === 0;
    for (const i of upwards ? rows.keys() : [...rows.keys()].reverse()) {
      const row = rows[i] ?? [];
      const beside = rows[i + (upwards ? -1 : 1)];
      if (beside === undefined) continue;
      const weight = new Map(
        row.map((node) => {
          const near = links.flatMap(([upper, lower]) => {
            if (upwards) return upper === node ? [place(beside, lower)] : [];
            return lower === node ? [place(beside, upper)] : [];
          });
          return [node, near.length === 0 ? place(row, node) : mean(near)];
        }),
      );
      row.sort((a, b) => (weight.get(a) ?? 0) - (weight.get(b) ?? 0));
    }
  }
}

/** @throws RangeError when parts import each other in a circle */
export function layOut(graph: Graph): Layout {
  const rowOf = rowsOf(graph);
  const rows: string[][] = Array.from({ length: Math.max(-1, ...rowOf.values()) + 1 }, () => []);
  for (const [node, row] of rowOf) rows[row]?.push(node);

  // An arrow over several rows gets a place of its own in each row that it passes.
  const paths = [...graph].flatMap(([upper, lowers]) =>
    [...lowers].map((lower) => {
      const path = [upper];
      for (let row = (rowOf.get(upper) ?? 0) - 1; row > (rowOf.get(lower) ?? 0); row -= 1) {
        const passing = `${upper}>${lower}@${row}`;
        rows[row]?.push(passing);
        path.push(passing);
      }
      return [...path, lower];
    }),
  );
  untangle(
    rows,
    paths.flatMap((path) => path.slice(1).map((node, i): [string, string] => [path[i] ?? '', node])),
  );
  const point = (node: string) => {
    const row = rows.findIndex((nodes) => nodes.includes(node));
    return { row, column: rows[row]?.indexOf(node) ?? 0 };
  };
  return {
    rows: rows.map((nodes) => nodes.map((node) => (rowOf.has(node) ? node : undefined))),
    arrows: paths.map((path) => path.map(point)),
  };
}

/**
 * Which parts of the source import which, read from the import statements.
 *
 *   IMPORT                matches a relative import, export or dynamic import; group 1 is the path
 *   Graph                 part -> the parts that it imports
 *   readImports           the graph of the folders directly below a folder
 *   transitiveReduction   leaves out each arrow that follows from others
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

export const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const SOURCE = /\.tsx?$/;
/** tests and their helpers may import anything */
const FOR_TESTS = /\.test\.tsx?$|(^|\/)testing\//;

/**
 * @param folder path of the folder whose direct subfolders are the parts
 * @param leftOut names of subfolders that are not parts
 * @returns the parts in alphabetical order; imports of files beside the parts and from outside `folder` do not count
 */
export function readImports(folder: string, leftOut: readonly string[] = []): Graph {
  const graph = new Map<string, Set<string>>(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !leftOut.includes(entry.name))
      .map(({ name }): [string, Set<string>] => [name, new Set()])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    const own = file.split('/')[0] ?? '';
    const imports = graph.get(own);
    if (imports === undefined || !SOURCE.test(file) || FOR_TESTS.test(file)) continue;
    for (const [, path = ''] of readFileSync(join(folder, file), 'utf8').matchAll(IMPORT)) {
      const other = posix.join(posix.dirname(file), path).split('/')[0] ?? '';
      if (other !== own && graph.has(other)) imports.add(other);
    }
  }
  return graph;
}

function reachable(graph: Graph, from: string, seen = new Set<string>()): Set<string> {
  for (const next of graph.get(from) ?? []) {
    if (seen.has(next)) continue;
    seen.add(next);
    reachable(graph, next, seen);
  }
  return seen;
}

/** @returns the graph without the arrows that follow from two others (a -> c, where a -> b and b -> c) */
export const transitiveReduction = (graph: Graph): Graph =>
  new Map(
    [...graph].map(([part, imports]) => [
      part,
      new Set([...imports].filter((one) => ![...imports].some((other) => reachable(graph, other).has(one)))),
    ]),
  );

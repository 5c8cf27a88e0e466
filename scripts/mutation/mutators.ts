/**
 * What StrykerJS mutates, extended and sampled. It has no way to register further mutators, so this file adds ours to the
 * array that its instrumenter reads.
 *
 *   chooseMutants   adds the mutators, and keeps a sample of the mutants
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';

interface Position {
  readonly line: number;
  readonly column: number;
}
interface Node {
  readonly type: string;
  readonly loc?: { readonly start: Position; readonly end: Position };
  readonly argument?: Node;
  readonly expression?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly name?: string;
}
interface Path {
  readonly node: Node;
  readonly parent?: Node;
  readonly hub: { readonly file: { readonly opts: { readonly filename: string } } };
}
interface Mutator {
  readonly name: string;
  mutate(path: Path, options: object): Iterable<Node>;
}
type Instrumenter = new (logger: object) => { instrument(files: readonly object[], options: object): Promise<unknown> };

/** Conditions and locks of a query; without one it finds or changes more. */
const CLAUSES = new Set(['where', 'whereRef', 'forUpdate']);

const ownMutators = (clone: (node: Node) => Node): readonly Mutator[] => [
  {
    name: 'RemovedAwait',
    *mutate({ node, parent }) {
      if (node.type !== 'AwaitExpression' || !node.argument) return;
      // The linter refuses a call of ours that is not awaited. It does not see the type of a query.
      if (parent?.type === 'ExpressionStatement' && node.argument.callee?.type === 'Identifier') return;
      yield clone(node.argument);
    },
  },
  {
    name: 'RemovedClause',
    *mutate({ node }) {
      const { callee } = node;
      if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || !callee.object) return;
      if (CLAUSES.has(callee.property?.name ?? '')) yield clone(callee.object);
    },
  },
  {
    name: 'RemovedStatement',
    *mutate({ node }) {
      // StrykerJS itself removes calls that are not awaited.
      if (node.type !== 'ExpressionStatement' || node.expression?.type !== 'AwaitExpression') return;
      yield { type: 'BlockStatement', body: [], directives: [] } as Node;
    },
  },
];

/** as StrykerJS brings them */
let original: readonly Mutator[] | undefined;

const rank = (seed: number, key: string): string => createHash('sha256').update(`${seed} ${key}`).digest('hex');

/**
 * @param files    to be mutated
 * @param excluded names of mutators
 * @param sample   at most this many mutants; the same seed chooses the same
 * @returns how many mutants there are
 */
export async function chooseMutants(
  files: readonly string[],
  { excluded, sample, seed }: { excluded: readonly string[]; sample: number; seed: number },
): Promise<number> {
  const entry = import.meta.resolve('@stryker-mutator/instrumenter');
  const inside = async (path: string) => import(new URL(path, entry).href);
  const { allMutators } = (await inside('mutators/index.js')) as { allMutators: Mutator[] };
  const { deepCloneNode } = (await inside('util/index.js')) as { deepCloneNode: (node: Node) => Node };
  const { Instrumenter } = (await import(entry)) as { Instrumenter: Instrumenter };

  const found = new Set<string>();
  let chosen: ReadonlySet<string> | undefined;
  original ??= [...allMutators];
  const mutators = [...original, ...ownMutators(deepCloneNode)].filter(({ name }) => !excluded.includes(name));
  const sampled = mutators.map(({ name, mutate }) => ({
    name,
    *mutate(path: Path, options: object) {
      const { start, end } = path.node.loc ?? {};
      const place = `${relative('.', path.hub.file.opts.filename)} ${[start, end].map((at) => `${at?.line}:${at?.column}`).join('-')}`;
      let i = 0;
      for (const replacement of mutate(path, options)) {
        const key = `${place} ${path.node.type} ${name} ${i}`;
        i += 1;
        if (chosen === undefined) found.add(key);
        else if (chosen.has(key)) yield replacement;
      }
    },
  }));
  allMutators.splice(0, allMutators.length, ...sampled);

  const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const contents = await Promise.all(
    files.map(async (name) => ({ name: resolve(name), mutate: true, content: await readFile(name, 'utf8') })),
  );
  await new Instrumenter(quiet).instrument(contents, { plugins: null, excludedMutations: [], ignorers: [] });
  const ranked = [...found].map((key) => ({ key, at: rank(seed, key) })).sort((a, b) => (a.at < b.at ? -1 : 1));
  chosen = new Set(ranked.slice(0, sample).map(({ key }) => key));
  return found.size;
}

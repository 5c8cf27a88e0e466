/**
 * What StrykerJS mutates, extended and sampled. It has no way to register further mutators, so this file adds ours to the
 * array that its instrumenter reads.
 *
 *   findMutants   adds the mutators and lists the mutants; StrykerJS gets those that the caller chooses
 *   sampleOf      a few of them, chosen by a seed
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
type Instrumenter = new (
  logger: object,
) => { instrument(files: readonly object[], options: object): Promise<{ readonly mutants: readonly Found[] }> };

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

const rank = (seed: number, key: string): string => createHash('sha256').update(`${seed} ${key}`).digest('hex');

/** A change of the code. */
export interface Mutant {
  /** the same in every run as long as its file stays the same */
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  /** the code before and after, as it stands there */
  readonly original: string;
  readonly replacement: string;
}

interface Found {
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

/** @returns what StrykerJS says of a mutant, as one text; it counts lines and columns from 0 or 1 on */
const identify = ({ fileName, mutatorName, replacement, location: { start, end } }: Found, from: 0 | 1): string =>
  JSON.stringify([
    relative('.', fileName),
    mutatorName,
    replacement,
    ...[start, end].flatMap(({ line, column }) => [line - from, column - from]),
  ]);

function textBetween(text: string, start: Position, end: Position): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return lines.join('\n');
}

/** as StrykerJS brings them */
let original: readonly Mutator[] | undefined;

/** The mutants of some files. */
export interface Mutants {
  readonly all: readonly Mutant[];
  /** Lets StrykerJS find only these from now on. */
  only(mutants: readonly Mutant[]): void;
  /** @returns the mutant that StrykerJS reports on */
  find(result: Found): Mutant | undefined;
}

/**
 * @param files    to be mutated
 * @param excluded names of mutators
 */
export async function findMutants(files: readonly string[], excluded: readonly string[]): Promise<Mutants> {
  const entry = import.meta.resolve('@stryker-mutator/instrumenter');
  const inside = async (path: string) => import(new URL(path, entry).href);
  const { allMutators } = (await inside('mutators/index.js')) as { allMutators: Mutator[] };
  const { deepCloneNode } = (await inside('util/index.js')) as { deepCloneNode: (node: Node) => Node };
  const { Instrumenter } = (await import(entry)) as { Instrumenter: Instrumenter };

  const keys: string[] = [];
  let wanted: ReadonlySet<string> | undefined;
  original ??= [...allMutators];
  const mutators = [...original, ...ownMutators(deepCloneNode)].filter(({ name }) => !excluded.includes(name));
  const chosen = mutators.map(({ name, mutate }) => ({
    name,
    *mutate(path: Path, options: object) {
      const { start, end } = path.node.loc ?? {};
      const place = `${relative('.', path.hub.file.opts.filename)} ${[start, end].map((at) => `${at?.line}:${at?.column}`).join('-')}`;
      let i = 0;
      for (const replacement of mutate(path, options)) {
        const key = `${place} ${path.node.type} ${name} ${i}`;
        i += 1;
        if (wanted === undefined) keys.push(key);
        if (wanted === undefined || wanted.has(key)) yield replacement;
      }
    },
  }));
  allMutators.splice(0, allMutators.length, ...chosen);

  const quiet = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const contents = await Promise.all(
    files.map(async (name) => ({ name: resolve(name), mutate: true, content: await readFile(name, 'utf8') })),
  );
  const { mutants } = await new Instrumenter(quiet).instrument(contents, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  if (mutants.length !== keys.length) throw new Error(`StrykerJS found ${mutants.length} mutants of ${keys.length}.`);
  const texts = new Map(contents.map(({ name, content }) => [name, content]));
  const all = mutants.map((found, i): Mutant => {
    const { fileName, mutatorName, replacement, location } = found;
    return {
      key: keys[i] ?? '',
      file: relative('.', fileName),
      line: location.start.line + 1,
      mutator: mutatorName,
      original: textBetween(texts.get(fileName) ?? '', location.start, location.end),
      replacement,
    };
  });
  const byIdentity = new Map(mutants.map((found, i) => [identify(found, 0), all[i]]));
  return {
    all,
    only(some) {
      wanted = new Set(some.map(({ key }) => key));
    },
    find: (result) => byIdentity.get(identify(result, 1)),
  };
}

/** @returns at most so many of them; the same seed chooses the same */
export const sampleOf = (mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, at: rank(seed, mutant.key) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);

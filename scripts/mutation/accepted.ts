/** Mutants that no test can notice, or that none needs to, with the reason. They do not count in the score. */

interface Accepted {
  readonly file: string;
  /** as docs/mutation.md prints it */
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const COMPLETION = 'src/engine/completion.ts';
const CONSTRAINTS = 'src/engine/quality/constraints.ts';
const SAT = 'src/engine/quality/sat.ts';
const PAST_THE_END = 'one step past the end, where nothing is found';
const ONLY_SPEED = 'the same answer, later: it only guides the search';
const ALWAYS_THERE = 'always there; the types do not know it';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: COMPLETION,
    original: 'stale.clear();',
    replacement: '{}',
    reason: 'standards that are computed again come out the same',
  },
  {
    file: COMPLETION,
    original: 'stale.clear();',
    replacement: ';',
    reason: 'standards that are computed again come out the same',
  },
  {
    file: COMPLETION,
    original: 'family < chosen.length',
    replacement: 'family <= chosen.length',
    reason: PAST_THE_END,
  },
  {
    file: COMPLETION,
    original: 'slot !== chosen[family]',
    replacement: 'true',
    reason: 'replaces a standard by itself',
  },
  ...['true', 'false'].map((replacement) => ({
    file: COMPLETION,
    original: 'this.#bases.size >= MAX_CACHED_VERSIONS',
    replacement,
    reason: 'a cache of another size answers the same',
  })),
  {
    file: 'src/engine/conditions.ts',
    original: '!(failure instanceof Failure)',
    replacement: 'false',
    reason: 'the parser throws nothing else',
  },
  {
    file: 'src/engine/lcdv.ts',
    original: 'i < pattern.length',
    replacement: 'i <= pattern.length',
    reason: PAST_THE_END,
  },
  {
    file: 'src/engine/decisionReads.ts',
    original: 'slot < this.#slots',
    replacement: 'slot <= this.#slots',
    reason: 'a write past the end of a typed array does nothing',
  },
  {
    file: 'src/engine/metaConditions.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a standard without a feature names no family',
  },
  {
    file: CONSTRAINTS,
    original: '(a, b) => a - b',
    replacement: '() => undefined',
    reason: 'equal gates are found less often: more variables, the same answer',
  },
  {
    file: CONSTRAINTS,
    original: 'literal === FALSE',
    replacement: 'false',
    reason: 'a gate with a false input is false by its clauses',
  },
  {
    file: 'src/engine/quality/pictures.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'no two keys of a map are equal',
  },
  {
    file: 'src/engine/staticImages.ts',
    original: 'a < b',
    replacement: 'a <= b',
    reason: 'no two paths are equal',
  },
  {
    file: SAT,
    original: 'raised < RESCALE',
    replacement: 'true',
    reason: ONLY_SPEED,
  },
  ...['true', 'whole.length >= 0'].map((replacement) => ({
    file: 'src/engine/quality/proofs.ts',
    original: 'whole.length > 0',
    replacement,
    reason: 'asks the same question twice',
  })),
  {
    file: 'src/engine/quality/rules.ts',
    original: 'family.rules[rule]?.layer',
    replacement: 'family.rules[rule].layer',
    reason: ALWAYS_THERE,
  },
  {
    file: SAT,
    original: 'this.#value[literal] === 1 || clause.includes(not(literal))',
    replacement: 'this.#value[literal] === 1 && clause.includes(not(literal))',
    reason: 'keeps a clause that always holds',
  },
  {
    file: SAT,
    original: 'this.#watches[clause[0] as Literal]?.push',
    replacement: 'this.#watches[clause[0] as Literal].push',
    reason: ALWAYS_THERE,
  },
  { file: SAT, original: 'other < clause.length', replacement: 'other <= clause.length', reason: PAST_THE_END },
  { file: SAT, original: 'learnt.length > 1', replacement: 'false', reason: ONLY_SPEED },
  {
    file: SAT,
    original: '{ const raised = (this.#activity[variable] as number) + this.#bump; this.#activity[variabl…',
    replacement: '{}',
    reason: ONLY_SPEED,
  },
];

/**
 * Proof of completeness: 200 layer families of 25 rules over 100 feature families of 6, against z3. Five families have a
 * hole that only some configurations show; both must find exactly these. Ours also checks whether each rule can win;
 * z3 only looks for the holes.
 *
 *   qualityRow
 */
import type { SetMeta } from '../src/engine/meta.ts';
import { checkRules } from '../src/engine/quality/rules.ts';
import { loadZ3 } from './peers/peers.ts';
import { compare, lineOf, type Row } from './rows.ts';

const VERSION = '1PP2A5QESFB0A0F4';
const FEATURE_FAMILIES = 100;
const FEATURES = 6;
const LAYER_FAMILIES = 200;
const HOLES = new Set([3, 57, 101, 150, 199]);

const family = (f: number) => `F${String(f).padStart(3, '0')}`;
const feature = (f: number, i: number) => `${family(f)}${i}`;
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** Which feature families decide a layer family, and the four pairs of features that share one of its layers. */
const decidedBy = (l: number): readonly [number, number] => [l % FEATURE_FAMILIES, (l * 7 + 13) % FEATURE_FAMILIES];

/** 24 rules, each for one feature of the first family and a part of the second's; together they leave nothing out. */
const cover = (l: number): { first: string; second: string[] }[] => {
  const [a, b] = decidedBy(l);
  const parts = [[0], [1], [2, 3], [4, 5]];
  const all = times(FEATURES, (i) =>
    parts.map((part) => ({ first: feature(a, i), second: part.map((j) => feature(b, j)) })),
  ).flat();
  return HOLES.has(l) ? all.slice(1) : all;
};

const meta: SetMeta = {
  features: {
    categories: [
      {
        name: 'all',
        families: times(FEATURE_FAMILIES, (f) => ({
          id: family(f),
          label: '',
          features: times(FEATURES, (i) => ({ id: feature(f, i), label: '' })),
        })),
      },
    ],
    standards: times(FEATURE_FAMILIES, (f) => ({ feature: feature(f, f % FEATURES) })),
  },
  layers: {},
  rules: {
    exterior: {
      families: times(LAYER_FAMILIES, (l) => ({
        name: `layer${l}`,
        rules: [
          ...cover(l).map(({ first, second }, r) => ({
            layer: `layer${l}-${r}`,
            when: `${first} and (${second.join(' or ')})`,
          })),
          { layer: `layer${l}-last`, when: `${feature((l + 31) % FEATURE_FAMILIES, 0)} and not ${family(l % 100)}0` },
        ],
      })),
    },
  },
};

async function ours(): Promise<string[]> {
  return checkRules(meta, [VERSION])
    .findings.filter(({ kind }) => kind === 'configuration-without-layer')
    .map((one) => one.family ?? '')
    .sort();
}

const { Context } = await loadZ3();

async function peer(): Promise<string[]> {
  const { Solver, Bool, And, Or, Not, AtMost } = Context('main');
  const solver = new Solver();
  const chosen = new Map(
    times(FEATURE_FAMILIES, (f) => times(FEATURES, (i) => feature(f, i)))
      .flat()
      .map((id) => [id, Bool.const(id)]),
  );
  const of = (id: string) => chosen.get(id) ?? Bool.val(false);
  const effective = new Map(chosen);
  for (let f = 0; f < FEATURE_FAMILIES; f++) {
    const own = times(FEATURES, (i) => of(feature(f, i)));
    solver.add(AtMost(own as [(typeof own)[0], ...typeof own], 1));
    const standard = feature(f, f % FEATURES);
    effective.set(standard, Or(of(standard), Not(Or(...own))));
  }
  const is = (id: string) => effective.get(id) ?? Bool.val(false);
  const found: string[] = [];
  for (let l = 0; l < LAYER_FAMILIES; l++) {
    const last = And(is(feature((l + 31) % FEATURE_FAMILIES, 0)), Not(is(`${family(l % 100)}0`)));
    const rules = cover(l).map(({ first, second }) => And(is(first), Or(...second.map(is))));
    if ((await solver.check(Not(Or(...rules, last)))) === 'sat') found.push(`layer${l}`);
  }
  return found.sort();
}

export const qualityRow: Row = {
  work: 'proof of completeness, 200 families of 25 rules',
  peer: 'z3-solver',
  reach: 15,
  measure: async () => {
    const [one, other] = [await ours(), await peer()];
    if (one.join() !== other.join() || one.length !== HOLES.size) {
      throw new Error(`the two find different holes: ${one.join()}; ${other.join()}`);
    }
    return compare(ours, peer);
  },
};

if (import.meta.main) {
  console.log(lineOf(qualityRow, await qualityRow.measure()));
  // The threads of z3 never end.
  process.exit(0);
}

/** Checks that need all meta files of a set: rules that name what the set does not declare. */
import { describe, expect, it } from 'vitest';
import type { SetMeta } from './meta.ts';
import { setProblems } from './setProblems.ts';

const layers = (...families: [string, ...string[]][]) => ({
  families: families.map(([name, ...names]) => ({ name, layers: names.map((layer) => ({ name: layer, z: 1 })) })),
});
const rules = (...families: [string, ...string[]][]) => ({
  families: families.map(([name, ...names]) => ({ name, rules: names.map((layer) => ({ layer, when: 'AA1' })) })),
});

describe('rules of a set', () => {
  const meta: SetMeta = {
    layers: { exterior: layers(['body', 'red', 'blue'], ['wheels', 'small']), interior: layers(['seats', 'grey']) },
    rules: {
      exterior: rules(['body', 'red', 'green', 'small'], ['roof', 'red']),
      interior: rules(['seats', 'grey', 'red']),
    },
  };
  const undeclared = (family: string, layer: string) =>
    `a rule of ${family} names the layer ${layer}, which this family does not declare`;
  const all = [
    { file: 'rules-ext.xml', family: 0, rule: 1, reason: undeclared('body', 'green') },
    // Another family declares it.
    { file: 'rules-ext.xml', family: 0, rule: 2, reason: undeclared('body', 'small') },
    { file: 'rules-ext.xml', family: 1, reason: 'the rules name the layer family roof, which is not declared' },
    { file: 'rules-int.xml', family: 0, rule: 1, reason: undeclared('seats', 'red') },
  ];

  it('name layers of their family that the set declares', () => {
    expect(setProblems(meta)).toEqual({ problems: all, unlisted: 0 });
  });

  it('are listed up to a number of each file, and counted beyond', () => {
    expect(setProblems(meta, 1)).toEqual({ problems: [all[0], all[3]], unlisted: 2 });
    expect(setProblems(meta, 3)).toEqual({ problems: all, unlisted: 0 });
    expect(setProblems(meta, 0)).toEqual({ problems: [], unlisted: 4 });
  });

  it('are not checked where layers or rules are still to come', () => {
    expect(setProblems({ layers: {}, rules: meta.rules })).toEqual({ problems: [], unlisted: 0 });
    expect(setProblems({ layers: meta.layers, rules: {} })).toEqual({ problems: [], unlisted: 0 });
  });
});

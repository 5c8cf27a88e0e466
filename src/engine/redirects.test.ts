import { describe, expect, it } from 'vitest';
import { redirectOf, targetNames } from './redirects.ts';

const A = 'AAAAxxxxxxxxxxxx';
const B = 'BBBBxxxxxxxxxxxx';
const C = 'CCCCxxxxxxxxxxxx';
describe('redirects', () => {
  it('name four sources, the set itself where nothing redirects', () => {
    const row = redirectOf(A, [{ set: B }, { set: A, extLayers: B }, { set: A, extLayers: C }]);
    expect(targetNames(A, row)).toEqual({
      extLayerSourceDisId: B,
      extRulesSourceDisId: A,
      intLayerSourceDisId: A,
      intRulesSourceDisId: A,
    });
    expect(Object.values(targetNames(A, undefined))).toEqual([A, A, A, A]);
    expect(Object.values(targetNames(A, redirectOf(A, [{ set: B, extRules: C }])))).toEqual([A, A, A, A]);
    const all = { set: A, extLayers: B, extRules: C, intLayers: C, intRules: B };
    expect(Object.values(targetNames(A, all))).toEqual([B, C, C, B]);
  });
});

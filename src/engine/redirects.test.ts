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
  });
});

import { describe, expect, it } from 'vitest';
import type { SetMeta } from './meta.ts';
import { redirectOf, targetNames, withRedirects } from './redirects.ts';

const A = 'AAAAxxxxxxxxxxxx';
const B = 'BBBBxxxxxxxxxxxx';
const C = 'CCCCxxxxxxxxxxxx';
const named = (name: string): SetMeta => ({
  versions: [{ id: 'AAAABBBBCCCCDDDD', label: name }],
  layers: { exterior: { families: [{ name, layers: [] }] }, interior: { families: [{ name, layers: [] }] } },
  rules: { exterior: { families: [{ name, rules: [] }] } },
});

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

  it('take layers and rules, and nothing else, from the sources', () => {
    const meta = withRedirects(A, named('a'), { set: A, extLayers: B, intRules: C }, (id) => named(id));
    expect(meta).toEqual({
      versions: named('a').versions,
      layers: { exterior: named(B).layers.exterior, interior: named('a').layers.interior },
      rules: { exterior: named('a').rules.exterior },
    });
    expect(withRedirects(A, named('a'), undefined, () => undefined)).toEqual(named('a'));
  });

  it('name a source that the area lacks', () => {
    expect(withRedirects(A, named('a'), { set: A, intLayers: B }, () => undefined)).toEqual({
      error: `${A} is redirected to ${B}, which this area does not have: upload it or change the redirect.`,
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SetMeta } from './meta.ts';
import { diffSets, type SetState } from './setDiff.ts';

const state = (meta: Partial<SetMeta>, pictures: Record<string, string> = {}): SetState => ({
  meta: { layers: {}, rules: {}, ...meta },
  pictures: new Map(Object.entries(pictures)),
});

const RESOLUTIONS = [
  { name: 'HD', width: 1280, height: 720 },
  { name: 'thumb', width: 320, height: 180, angles: ['001'] },
];
const PROFILE_TEXT = 'angles 001\nresolution HD · 1280 x 720\nresolution thumb · 320 x 180 · angles 001';

describe('what differs between two states', () => {
  it('names pictures added, replaced and removed', () => {
    const { pictures } = diffSets(
      state({}, { 'exterior/001/a.png': '1', 'exterior/001/b.png': '2', 'exterior/001/c.png': '3' }),
      state({}, { 'exterior/001/a.png': '1', 'exterior/001/b.png': '9', 'exterior/001/d.png': '4' }),
    );
    expect(pictures).toEqual([
      { path: 'exterior/001/b.png', before: '2', after: '9' },
      { path: 'exterior/001/c.png', before: '3', after: null },
      { path: 'exterior/001/d.png', before: null, after: '4' },
    ]);
  });

  it('describes changed versions, features, standards, layers, rules and profiles as text', () => {
    const family = (when: string) => ({
      exterior: { families: [{ name: 'wheels', rules: [{ layer: 'w17', when }, { layer: 'w16' }] }] },
    });
    const features = (label: string) => ({
      categories: [
        {
          name: 'Exterior',
          families: [{ id: 'ZH', label: 'Wheels', features: [{ id: 'ZHYK', label, when: 'not RS05' }] }],
        },
      ],
      standards: [{ feature: 'ZHYK' }],
    });
    const { texts } = diffSets(
      state({ rules: family('ZHYK'), versions: [{ id: 'A', label: 'old' }], features: features('17 inch') }),
      state({
        rules: family('ZHYK and not RS05'),
        versions: [{ id: 'A', label: 'new' }],
        features: features('17 inch alloy'),
        layers: {
          exterior: {
            families: [{ name: 'wheels', layers: [{ name: 'w18', z: 4, angles: ['001'], drivers: ['LHD'] }] }],
          },
        },
        assetProfile: { exterior: { angles: ['001'], resolutions: RESOLUTIONS } },
      }),
    );
    expect(texts).toEqual([
      { file: 'asset-profile.xml', what: 'exterior', before: null, after: PROFILE_TEXT },
      {
        file: 'features.xml',
        what: 'feature ZHYK',
        before: 'Exterior · ZH Wheels · 17 inch · when not RS05',
        after: 'Exterior · ZH Wheels · 17 inch alloy · when not RS05',
      },
      { file: 'layers-ext.xml', what: 'layer w18', before: null, after: 'wheels · z 4 · place 1 · angles 001 · LHD' },
      {
        file: 'rules-ext.xml',
        what: 'family wheels',
        before: '1. w17 · when ZHYK\n2. w16',
        after: '1. w17 · when ZHYK and not RS05\n2. w16',
      },
      { file: 'versions.xml', what: 'version A', before: 'old', after: 'new' },
    ]);
  });

  it('describes changed standards as one text, and keeps the order of what one file declares', () => {
    const features = (...standards: NonNullable<SetMeta['features']>['standards']) => ({ categories: [], standards });
    const versions = (label: string) => ['B', 'C', 'A'].map((id) => ({ id, label }));
    const { texts } = diffSets(
      state({ features: features({ feature: 'ZHYK' }), versions: versions('old') }),
      state({
        features: features({ feature: 'ZHYL', when: 'not RS05' }, { feature: 'ZHYK' }),
        versions: versions('new'),
      }),
    );
    expect(texts).toEqual([
      { file: 'features.xml', what: 'standards', before: '1. ZHYK', after: '1. ZHYL · when not RS05\n2. ZHYK' },
      ...['B', 'C', 'A'].map((id) => ({ file: 'versions.xml', what: `version ${id}`, before: 'old', after: 'new' })),
    ]);
    expect(diffSets(state({}), state({ features: features() })).texts).toEqual([]);
  });

  it('of a state with itself is empty; backwards it is the same with before and after exchanged', () => {
    const pictures = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2'));
    const versions = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('A', 'B', 'C'), label: fc.constantFrom('x', 'y') }),
      { selector: ({ id }) => id },
    );
    const states = fc.tuple(versions, pictures).map(([list, all]) => state({ versions: list }, all));
    fc.assert(
      fc.property(states, states, (one, other) => {
        expect(diffSets(one, one)).toEqual({ pictures: [], texts: [] });
        const there = diffSets(one, other);
        const back = diffSets(other, one);
        expect(back.pictures.map(({ path, before, after }) => [path, after, before])).toEqual(
          there.pictures.map(({ path, before, after }) => [path, before, after]),
        );
        const sorted = (list: (string | null)[][]) => list.sort((a, b) => String(a[0]).localeCompare(String(b[0])));
        expect(sorted(back.texts.map(({ what, before, after }) => [what, after, before]))).toEqual(
          sorted(there.texts.map(({ what, before, after }) => [what, before, after])),
        );
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../contract/index.ts';
import { changesBetween, optionChanges } from './clickChanges.ts';
import type { FeatureCategory } from './featureTree.ts';

const explanation = (effectiveOptions: string[], layers: Record<string, string | undefined>): Explanation => ({
  disId: '1PP2A5xxxxxxxxxx',
  version: '1PP2A5QESFB0A0F4',
  effectiveOptions,
  dropped: [],
  families: Object.entries(layers).map(([family, layer]) => ({
    family,
    ...(layer !== undefined && { winner: { rule: 0, layer, condition: 'true' } }),
    tried: [],
  })),
  painted: [],
  missing: [],
});

describe('what the last click changed', () => {
  it('names swapped, added and removed layers and added and removed options', () => {
    const before = explanation(['ZH8P', 'WLN8'], { body: 'black', wheels: 'w16', spoiler: 'small', roof: undefined });
    const after = explanation(['ZHYK', 'WLN8'], { body: 'black', wheels: 'w17', spoiler: undefined, roof: 'glass' });
    expect(changesBetween(before, after)).toEqual({
      layers: [
        { family: 'wheels', before: 'w16', after: 'w17' },
        { family: 'spoiler', before: 'small' },
        { family: 'roof', after: 'glass' },
      ],
      added: ['ZHYK'],
      removed: ['ZH8P'],
    });
  });

  it('is empty when nothing changed', () => {
    const same = explanation(['ZH8P'], { body: 'black' });
    expect(changesBetween(same, same)).toEqual({ layers: [], added: [], removed: [] });
  });
});

describe('options in words', () => {
  const node = (id: string, label: string) => ({ id, label, description: '', selected: false, disabled: false });
  const tree: FeatureCategory[] = [
    {
      name: 'Exterior',
      groups: [
        { featureClass: '0M', label: 'Colour', nodes: [node('0MRED', 'Red'), node('0MGREY', 'Grey')] },
        { featureClass: 'ZH', label: '', nodes: [node('ZHYK', '17 inch')] },
      ],
    },
  ];

  it('are one change for each family; without a label it has its code, and options outside the tree keep theirs', () => {
    expect(optionChanges({ added: ['WLN8', 'ZHYK', '0MGREY'], removed: ['0MRED'] }, tree)).toEqual([
      { family: 'Colour', before: tree[0]?.groups[0]?.nodes[0], after: tree[0]?.groups[0]?.nodes[1] },
      { family: 'ZH', after: tree[0]?.groups[1]?.nodes[0] },
      { family: '', after: { id: 'WLN8', label: 'WLN8' } },
    ]);
  });
});

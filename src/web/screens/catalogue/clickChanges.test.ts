import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../../contract/index.ts';
import { changesBetween } from './clickChanges.ts';

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

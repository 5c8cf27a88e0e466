import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWildcards } from './lcdv.ts';
import { addToMapping, type MappedVersion, mappingRowsOf } from './mapping.ts';

const GT = { id: '1PP2A5QESFB0A0F4', label: 'e-208 GT' };
const ALLURE = { id: '1PP2A5RESFB0A0F4', label: 'e-208 Allure' };
const wide = '1PP2A5xxxxxxxxxx';
const narrow = '1PP2A5Qxxxxxxxxx';
const tied = '1PP2AxQxxxxxxxxx';

type DeclaringSet = Parameters<typeof addToMapping>[1];

function mapVersions(sets: readonly DeclaringSet[]): Map<string, MappedVersion> {
  const mapping = new Map<string, MappedVersion>();
  for (const set of sets) addToMapping(mapping, set);
  return mapping;
}

describe('mapping', () => {
  it('gives a version to the set with the fewest x; of several, to the first in byte order', () => {
    const sets = [
      { disId: wide, versions: [GT, ALLURE] },
      { disId: '1PPxA5QExxxxxxxx', versions: [{ ...GT, label: 'tied' }] },
      { disId: narrow, versions: [{ ...GT, label: 'narrow' }] },
    ];
    expect(mapVersions(sets).get(GT.id)).toEqual({ disId: narrow, version: { ...GT, label: 'narrow' } });
    expect(mapVersions(sets).get(ALLURE.id)?.disId).toBe(wide);
    expect(mapVersions(sets).get('unknown')).toBeUndefined();
  });

  it('does not depend on the order of the sets', () => {
    const ids = fc.uniqueArray(fc.constantFrom(wide, narrow, tied, 'xxxxxxxxxxxxxxxx', GT.id), { minLength: 1 });
    fc.assert(
      fc.property(ids, (disIds) => {
        const sets = disIds.map((disId) => ({ disId, versions: [GT] }));
        const winner = mapVersions(sets).get(GT.id)?.disId ?? '';
        expect(mapVersions(sets.reverse()).get(GT.id)?.disId).toBe(winner);
        expect(countWildcards(winner)).toBe(Math.min(...disIds.map(countWildcards)));
      }),
    );
  });

  it('makes the rows of a set, sorted, with its redirect', () => {
    const redirectInfo = {
      extLayerSourceDisId: wide,
      extRulesSourceDisId: wide,
      intLayerSourceDisId: wide,
      intRulesSourceDisId: narrow,
    };
    expect(mappingRowsOf({ disId: wide, versions: [ALLURE, GT] }, { set: wide, intRules: narrow })).toEqual([
      { disId: wide, versionId: GT.id, versionLabel: 'e-208 GT', redirectInfo },
      { disId: wide, versionId: ALLURE.id, versionLabel: 'e-208 Allure', redirectInfo },
    ]);
    expect(mappingRowsOf({ disId: narrow, versions: [GT] }, undefined)).toEqual([
      { disId: narrow, versionId: GT.id, versionLabel: 'e-208 GT', redirectInfo: null },
    ]);
  });
});

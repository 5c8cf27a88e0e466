import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesDates, passesName, passesStatus, promotionState } from './promotionStatus.ts';

const before = '2026-11-01T10:00:00Z';
const modified = '2026-11-02T10:00:00Z';
const after = '2026-11-03T10:00:00Z';
const state = (lastPreprodPromoteDate?: string | null, lastProdPromoteDate?: string) => {
  const { toPreProd, toProd, notPromoted } = promotionState({
    lastModifiedDate: modified,
    ...(lastPreprodPromoteDate !== undefined && { lastPreprodPromoteDate }),
    ...(lastProdPromoteDate !== undefined && { lastProdPromoteDate }),
  });
  return [toPreProd, toProd, notPromoted];
};

describe('promotion state', () => {
  it('is promoted when the promotion is later than the upload', () => {
    expect(state()).toEqual([false, false, true]);
    expect(state(null)).toEqual([false, false, true]);
    expect(state(after)).toEqual([true, false, false]);
    expect(state(before, after)).toEqual([false, true, false]);
    expect(state(after, after)).toEqual([true, true, false]);
    expect(state(before, before)).toEqual([false, false, true]);
  });

  it('is not promoted at equal instants, in whatever offset they are written', () => {
    expect(state(modified)).toEqual([false, false, true]);
    expect(state('2026-11-02T12:00:00+02:00')).toEqual([false, false, true]);
    expect(state('2026-11-02T12:00:00.001+02:00')).toEqual([true, false, false]);
    expect(state('2026-11-02T11:00:00+02:00')).toEqual([false, false, true]);
    expect(state(null, modified)).toEqual([false, false, true]);
    expect(state(null, '2026-11-02T12:00:00+02:00')).toEqual([false, false, true]);
    expect(state(null, '2026-11-02T12:00:00.001+02:00')).toEqual([false, true, false]);
  });

  it('is not promoted when a date cannot be read', () => {
    expect(state('soon')).toEqual([false, false, true]);
    expect(promotionState({ lastModifiedDate: '', lastProdPromoteDate: after }).notPromoted).toBe(true);
  });
});

describe('filters', () => {
  const filter = (notPromoted: boolean, toPreProd: boolean, toProd: boolean) => ({ notPromoted, toPreProd, toProd });

  it('pass a row with a checked state', () => {
    const both = filter(false, true, true);
    expect(passesStatus(both, filter(false, false, true))).toBe(true);
    expect(passesStatus(both, filter(false, true, false))).toBe(true);
    expect(passesStatus(both, filter(true, false, false))).toBe(false);
    expect(passesStatus(filter(true, false, false), filter(false, true, true))).toBe(false);
  });

  it('pass every row when all are checked and none when none is', () => {
    const date = fc.option(fc.constantFrom(before, modified, after), { nil: null });
    fc.assert(
      fc.property(date, date, (lastPreprodPromoteDate, lastProdPromoteDate) => {
        const row = promotionState({ lastModifiedDate: modified, lastPreprodPromoteDate, lastProdPromoteDate });
        expect(passesStatus(row, filter(true, true, true))).toBe(true);
        expect(passesStatus(row, filter(false, false, false))).toBe(false);
        expect(row.notPromoted).toBe(!(row.toPreProd || row.toProd));
      }),
    );
  });

  it('find a part of a name', () => {
    expect(passesName('1PP2A5xxxxxxxxxx', 'pp2a5X')).toBe(true);
    expect(passesName('1PP2A5xxxxxxxxxx', '')).toBe(true);
    expect(passesName('1PP2A5xxxxxxxxxx', ' 2a5x\t')).toBe(true);
    expect(passesName('1PP2A5xxxxxxxxxx', '  ')).toBe(true);
    expect(passesName('1PP2A5xxxxxxxxxx', '2A6')).toBe(false);
    expect(passesName('static.zip', '.*')).toBe(false);
  });

  it('compare the day that the screens show, at +0200, both ends included', () => {
    const midnight = '2026-11-20T22:00:00.000Z';
    for (const date of [midnight, '2026-11-21T00:00:00+02:00', '2026-11-21T21:59:59.999Z']) {
      expect(passesDates(date, '2026-11-21', '2026-11-21')).toBe(true);
      expect(passesDates(date, '2026-11-22', null)).toBe(false);
      expect(passesDates(date, undefined, '2026-11-20')).toBe(false);
    }
    expect(passesDates('2026-11-20T21:59:59.999Z', '2026-11-21', undefined)).toBe(false);
    expect(passesDates('2026-11-21T22:00:00Z', undefined, '2026-11-21')).toBe(false);
    expect(passesDates('2026-12-31T23:30:00Z', '2027-01-01', '2027-01-01')).toBe(true);
  });

  it('let a row without a date pass only without limits', () => {
    expect(passesDates(null, null, '')).toBe(true);
    expect(passesDates(null, '2026-11-21', null)).toBe(false);
    expect(passesDates('soon', '2026-11-21', null)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import type { VisibilityRow } from './globalConfigs.ts';
import { visibilityOf } from './visibility.ts';

const disId = '1PP2A5xxxxxxxxxx';
const from = '2026-12-01T00:00:00Z';
const now = Date.parse(from);
const row = (rest: Partial<VisibilityRow> = {}): VisibilityRow => ({
  pattern: '1PP2xxxxxxxxxxxx',
  areas: ['embargo', 'preprod'],
  ...rest,
});

describe('visibility', () => {
  it('holds without a matching row', () => {
    expect(visibilityOf(disId, 'prod', now, [])).toEqual({ visible: true });
    expect(visibilityOf(disId, 'prod', now, [row({ pattern: 'ZZZZxxxxxxxxxxxx' })])).toEqual({ visible: true });
  });

  it('is that of the named areas', () => {
    expect(visibilityOf(disId, 'preprod', now, [row()])).toEqual({ visible: true });
    expect(visibilityOf(disId, 'prod', now, [row()])).toEqual({
      visible: false,
      reason: 'The visibility configuration of 1PP2xxxxxxxxxxxx does not name Prod.',
    });
  });

  it('begins at the instant of from', () => {
    expect(visibilityOf(disId, 'embargo', now, [row({ from })])).toEqual({ visible: true });
    expect(visibilityOf(disId, 'embargo', now - 1, [row({ from: '2027-01-01T00:00:00Z' }), row({ from })])).toEqual({
      visible: false,
      from: '2026-12-01T00:00:00.000Z',
      reason: 'The visibility configuration of 1PP2xxxxxxxxxxxx shows it later in Embargo.',
    });
    expect(visibilityOf(disId, 'embargo', now, [row({ from: '2026-12-01T01:00:00+02:00' })])).toEqual({
      visible: true,
    });
  });

  it('holds when any matching row grants it', () => {
    const wider = row({ pattern: 'xxxxxxxxxxxxxxxx', areas: ['prod'] });
    expect(visibilityOf(disId, 'prod', now, [row(), wider])).toEqual({ visible: true });
  });
});

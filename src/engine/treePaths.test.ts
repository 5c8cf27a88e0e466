/** Where a path of the file browser leads (A 2). */
import { describe, expect, it } from 'vitest';
import { parseTreePath } from './treePaths.ts';

describe('parseTreePath', () => {
  it.each(
    [[], ['packs'], ['embargo'], ['prod', 'dis'], ['preprod', 'static'], ['embargo', 'global-configs']].map((p) => [p]),
  )('%j is a part of the tree', (parts) => expect(parseTreePath(parts)).toEqual({ is: 'fixed' }));

  it.each(
    [
      ['etc'],
      ['packs', 'a.zip', 'b'],
      ['embargo', 'other'],
      ['embargo', 'other', 'x'],
      ['prod', 'global-configs', 'a', 'b'],
    ].map((p) => [p]),
  )('%j is nothing', (parts) => expect(parseTreePath(parts)).toBeUndefined());

  it('packs, configurations, and what sets and static packs hold', () => {
    expect(parseTreePath(['packs', 'a.zip'])).toEqual({ is: 'pack', fileName: 'a.zip', beside: false });
    for (const name of ['a.zip (refused)', 'a.zip (being read)']) {
      expect(parseTreePath(['packs', name])).toEqual({ is: 'pack', fileName: 'a.zip', beside: true });
    }
    expect(parseTreePath(['prod', 'global-configs', 'a.xml'])).toEqual({
      is: 'config',
      area: 'prod',
      fileName: 'a.xml',
    });
    expect(parseTreePath(['embargo', 'dis', 'X'])).toEqual({
      is: 'content',
      area: 'embargo',
      kind: 'dis',
      key: 'X',
      below: [],
    });
    expect(parseTreePath(['prod', 'static', 's.zip', 'co2', 'A.png'])).toMatchObject({
      kind: 'static',
      below: ['co2', 'A.png'],
    });
  });
});

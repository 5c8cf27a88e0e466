/** What the file browser says before it deletes (A 2). */
import { describe, expect, it } from 'vitest';
import type { FileDeletionPreview } from '../../../contract/index.ts';
import { GLOBAL_CONFIG_KINDS } from '../../../engine/packNames.ts';
import { parseTreePath } from '../../../engine/treePaths.ts';
import { describeDeletion } from './describeDeletion.ts';

const ONE: FileDeletionPreview = { files: 1, removesAll: false, otherAreas: [], redirectedBy: [], sets: 3 };
const words = (path: string, deletion: Partial<FileDeletionPreview> = {}) => {
  const place = parseTreePath(path.split('/').slice(1));
  return place ? describeDeletion(place, { ...ONE, ...deletion }).join(' ') : '';
};

describe('describeDeletion', () => {
  it('a part of a set: names set, area, files, other areas, sets that take from it, and the way back', () => {
    expect(
      words('/embargo/dis/SET/ext', { files: 1200, otherAreas: ['preprod', 'prod'], redirectedBy: ['A', 'B'] }),
    ).toBe(
      'The image set SET gets a new state in Embargo, without 1.200 files. Pre-Prod and Prod keep SET as it is. ' +
        'Sets that are redirected to it in Embargo change with it: A, B. ' +
        'The previous state stays in the history: you can roll back to it.',
    );
  });

  it('the last part of a set: the set disappears', () => {
    expect(words('/prod/static/s.zip', { removesAll: true, files: 7, otherAreas: ['embargo'] })).toMatch(
      /^The static pack s.zip \(7 files\) disappears from Prod. Embargo keeps s.zip as it is./,
    );
    expect(words('/prod/static/s.zip/co2', { removesAll: true })).toContain(
      'disappears from Prod: nothing of it is left.',
    );
  });

  it('every kind of configuration: names the effect, and that its history keeps the file', () => {
    const all = GLOBAL_CONFIG_KINDS.map((kind) => words(`/preprod/global-configs/${kind}_1.xml`));
    expect(new Set(all.map((text) => text.replace(/^.*?do not change\. /, ''))).size).toBe(GLOBAL_CONFIG_KINDS.length);
    for (const text of all)
      expect(text).toMatch(/active in Pre-Prod, which affects 3 image sets\..*Its history keeps it/);
  });

  it('a pack: says that no area changes', () => {
    expect(words('/packs/a.zip')).toMatch(/^Nothing that an area shows comes from this pack/);
    expect(words('/packs/a.zip (refused)')).toMatch(/^No area changes: the pack that is live under this name stays\./);
  });
});

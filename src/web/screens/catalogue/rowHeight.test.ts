import { describe, expect, it } from 'vitest';
import { rowHeight, shownWidth, TITLE_HEIGHT } from './rowHeight.ts';

describe('rowHeight', () => {
  it('is the picture and its title where the container is wide enough', () => {
    expect(rowHeight(849, 800, 450)).toBe(495);
    expect(rowHeight(2000, 800, 450)).toBe(495);
  });
  it('shrinks with a narrower container, 49 less than the element', () => {
    expect(rowHeight(449, 800, 450)).toBe(400 * (450 / 800) + 45);
  });
  it('gives the picture what the title leaves of the row, and never more than it has', () => {
    for (const [element, width, height] of [
      [280, 1280, 720],
      [470, 1280, 720],
      [449, 800, 450],
      [300, 450, 800],
    ] as const) {
      const shown = shownWidth(element, width, height);
      expect(shown).toBeLessThanOrEqual(element);
      expect((shown * height) / width + TITLE_HEIGHT).toBeLessThanOrEqual(rowHeight(element, width, height));
    }
    expect(shownWidth(2000, 800, 450)).toBe(800);
  });
});

import { describe, expect, it } from 'vitest';
import { rowHeight } from './rowHeight.ts';

describe('rowHeight', () => {
  it('is the picture and its title where the container is wide enough', () => {
    expect(rowHeight(849, 800, 450)).toBe(495);
    expect(rowHeight(2000, 800, 450)).toBe(495);
  });
  it('shrinks with a narrower container, 49 less than the element', () => {
    expect(rowHeight(449, 800, 450)).toBe(400 * (450 / 800) + 45);
  });
});

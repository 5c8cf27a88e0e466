import { describe, expect, it } from 'vitest';
import { rowHeight, shownWidth } from './rowHeight.ts';
import { GAP, tileLayout } from './tileLayout.ts';

const HD = { width: 1920, height: 1080 };
const shown = (count: number, room: { width: number; height: number }, picture = HD) => {
  const { columns, column } = tileLayout(count, room, picture);
  const rows = Math.ceil(count / columns);
  const { width, height } = picture;
  return {
    columns,
    width: shownWidth(column, width, height),
    used: rows * rowHeight(column, width, height) + GAP * (rows - 1),
  };
};

describe('columns of picture tiles', () => {
  it.each([
    ['six in a wide room', 6, { width: 1440, height: 800 }, 3],
    ['six in a narrow room', 6, { width: 900, height: 1400 }, 2],
    ['two in a wide room', 2, { width: 1440, height: 500 }, 2],
    ['two in a tall room', 2, { width: 900, height: 1000 }, 1],
    ['one', 1, { width: 1440, height: 800 }, 1],
    ['six on a phone', 6, { width: 358, height: 300 }, 1],
  ])('%s', (_what, count, room, columns) => expect(shown(count, room).columns).toBe(columns));

  it('no other number of columns that fits the window has larger pictures', () => {
    for (let count = 1; count <= 6; count++) {
      for (let width = 400; width <= 2400; width += 100) {
        for (let height = 600; height <= 1400; height += 100) {
          const best = shown(count, { width, height });
          if (best.used > height + 1) continue;
          for (let columns = 1; columns <= count; columns++) {
            const rows = Math.ceil(count / columns);
            const column = (width - GAP * (columns - 1)) / columns;
            const fits = rows * rowHeight(column, HD.width, HD.height) + GAP * (rows - 1) <= height;
            if (fits) expect(best.width).toBeGreaterThanOrEqual(shownWidth(column, HD.width, HD.height));
          }
        }
      }
    }
  });

  it('pictures stay large enough to see: then the page scrolls', () => {
    const low = shown(6, { width: 900, height: 200 });
    expect(low.width).toBeGreaterThanOrEqual(250);
    expect(low.used).toBeGreaterThan(200);
  });

  it('is never wider than the picture itself', () => {
    expect(shown(2, { width: 2000, height: 1200 }, { width: 320, height: 180 }).width).toBe(320);
  });
});

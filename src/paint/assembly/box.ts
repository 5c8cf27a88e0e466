/**
 * The bounding box of the visible pixels.
 *
 *   visibleBox    first and last column and row of the pixels with alpha > 0
 */
const ALPHA: i32 = 0xff000000;

/** Whether any pixel of a row, from `from` to before `to`, is visible. */
// @ts-ignore: decorator
@inline
function isVisible(row: usize, from: i32, to: i32): bool {
  let x = from;
  for (; x + 16 <= to; x += 16) {
    const at = row + (<usize>x << 2);
    const any = v128.or(
      v128.or(v128.load(at), v128.load(at, 16)), v128.or(v128.load(at, 32), v128.load(at, 48)));
    if (v128.any_true(v128.and(any, i32x4.splat(ALPHA)))) return true;
  }
  for (; x < to; x++) if (load<i32>(row + (<usize>x << 2)) & ALPHA) return true;
  return false;
}

/** The first visible pixel from 0 to before `to`; `to` if there is none. */
// @ts-ignore: decorator
@inline
function firstVisible(row: usize, to: i32): i32 {
  let x = 0;
  while (x + 16 <= to && !isVisible(row, x, x + 16)) x += 16;
  while (x < to && !(load<i32>(row + (<usize>x << 2)) & ALPHA)) x++;
  return x;
}

/** The last visible pixel from `from` to before `to`; from - 1 if there is none. */
// @ts-ignore: decorator
@inline
function lastVisible(row: usize, from: i32, to: i32): i32 {
  let x = to;
  while (x - 16 >= from && !isVisible(row, x - 16, x)) x -= 16;
  while (x > from && !(load<i32>(row + (<usize>(x - 1) << 2)) & ALPHA)) x--;
  return x - 1;
}

/**
 * Searches from the edges inwards and does not read what is inside the box.
 * @param box receives left, top, right, bottom: the last column and row, not those behind them
 * @returns whether any pixel is visible
 */
export function visibleBox(rgba: usize, width: i32, height: i32, box: usize): bool {
  const stride = <usize>width << 2;
  let top = 0;
  while (top < height && !isVisible(rgba + <usize>top * stride, 0, width)) top++;
  if (top == height) return false;
  let bottom = height - 1;
  while (!isVisible(rgba + <usize>bottom * stride, 0, width)) bottom--;
  let left = width;
  let right = -1;
  for (let y = top; y <= bottom; y++) {
    const row = rgba + <usize>y * stride;
    left = firstVisible(row, left);
    right = lastVisible(row, right + 1, width);
  }
  store<i32>(box, left);
  store<i32>(box, top, 4);
  store<i32>(box, right, 8);
  store<i32>(box, bottom, 12);
  return true;
}

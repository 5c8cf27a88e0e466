/**
 * The box of what can be seen of a picture.
 *
 *   boxOf    [x, y, width, height] of the pixels with alpha > 0; null when there is none
 */

/** Alpha is the highest byte of a pixel that is read as one number. */
const LAST_CLEAR = 0x00ffffff;

export function boxOf(
  rgba: Uint8Array,
  width: number,
  height: number,
): readonly [number, number, number, number] | null {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
  const seen = (x: number, y: number) => (pixels[y * width + x] as number) > LAST_CLEAR;
  const rowSeen = (y: number) => {
    for (let x = 0; x < width; x += 1) if (seen(x, y)) return true;
    return false;
  };
  // From the edges inwards: what lies inside the box is not looked at.
  let top = 0;
  while (top < height && !rowSeen(top)) top += 1;
  if (top === height) return null;
  let bottom = height - 1;
  while (!rowSeen(bottom)) bottom -= 1;
  let left = width;
  let right = -1;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = 0; x < left; x += 1) if (seen(x, y)) left = x;
    for (let x = width - 1; x > right; x -= 1) if (seen(x, y)) right = x;
  }
  return [left, top, right - left + 1, bottom - top + 1];
}

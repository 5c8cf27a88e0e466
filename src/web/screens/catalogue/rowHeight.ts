/**
 * The height of a row of picture tiles (section 9 of the testing specification): the container is the element's width
 * less 49; a picture that is wider shrinks in proportion; 45 more for the title.
 *
 *   rowHeight   all in pixels
 */
const CONTAINER_LESS = 49;
const TITLE = 45;

export function rowHeight(elementWidth: number, width: number, height: number): number {
  const container = elementWidth - CONTAINER_LESS;
  return (container < width ? (container * height) / width : height) + TITLE;
}

/**
 * The painter's inner loops, compiled to WebAssembly with SIMD. Works on tiles of 16 x 16 pixels, straight alpha:
 * a colour block of 768 bytes (planes R, G, B) and an alpha block of 256 bytes.
 * Threads share the memory, so no function uses static data: every call passes its own scratch memory.
 *
 *   unfilter                   a PNG's inflated data -> pixels
 *   pack, packBytes, unpack    pixels -> packed tiles -> tile table
 *   pixels                     rows of tiles of a stack -> RGBA
 *   jpegRow                    a row of tiles of a stack -> a restart segment of a JPEG
 *   scaledPixels, scaledJpegRows    the same of a stack that is scaled
 */
export { visibleBox } from './box';
export { unfilter } from './png';
export { pack, packBytes, unpack } from './tiles';
export { pixels } from './blend';
export { jpegRow } from './jpeg';
export { scaledJpegRows, scaledPixels } from './scale';
export { areOpaque, pngBand } from './writePng';

/**
 * The only part of Exif that pictures need: their orientation (Exif 2.32, 4.6.4; TIFF 6.0).
 *
 *   orientationOf   reads it from a TIFF header and what follows
 *   exifOf          the smallest Exif block with an orientation
 */
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY = 12;
/** Pictures have a few dozen. */
const MAX_ENTRIES = 1000;

/** @returns 1 to 8; 1 (upright) if there is none or it cannot be read */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const count = Math.min(u16(directory), MAX_ENTRIES);
  for (let i = 0; i < count; i++) {
    const at = directory + 2 + i * ENTRY;
    if (at + ENTRY > tiff.length) return 1;
    if (u16(at) !== ORIENTATION || u16(at + 2) !== SHORT) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** TIFF header, one directory, one entry. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + ENTRY + 4);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

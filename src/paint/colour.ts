/**
 * Reads from the chunks of a PNG how to interpret its colours (PNG specification, third edition, 11.3.2): an embedded
 * profile takes precedence over sRGB, and sRGB over gAMA.
 *
 *   PngColour
 *   colourOf
 *   exponentOf      of the power that a gAMA chunk asks for
 *   withProfile     a PNG with another profile
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface PngColour {
  readonly bitDepth: number;
  readonly isGrey: boolean;
  /** an embedded ICC profile, of grey for grey pictures and of RGB for all others */
  readonly profile?: Buffer;
  /** samples of 0 to 1 are raised to this power; 1 leaves them unchanged */
  readonly exponent: number;
}

/** colour types of PNG */
const [GREY, GREY_ALPHA] = [0, 4];
const HEAD_END = 33;
const CHUNK_FRAME = 12;
/** A matrix profile has some kilobytes, one with tables some megabytes. */
const MAX_PROFILE_BYTES = 16 * 1024 ** 2;
/** the unit of a gAMA chunk */
const GAMMA_UNIT = 100_000;
/** the power that sRGB stands for in PNG files: 45,455 is written beside it */
const SRGB_GAMMA = 2.2;
/** A picture whose gamma is nearly that of sRGB counts as sRGB, as in libpng. */
const GAMMA_TOLERANCE = 0.05;

/** @param gamma as the chunk has it */
export function exponentOf(gamma: number): number {
  const exponent = gamma === 0 ? 1 : GAMMA_UNIT / (gamma * SRGB_GAMMA);
  return Math.abs(exponent - 1) < GAMMA_TOLERANCE ? 1 : exponent;
}

/** @returns undefined for a profile that cannot be inflated or belongs to another kind of picture */
function profileOf(data: Buffer, isGrey: boolean): Buffer | undefined {
  const name = data.indexOf(0);
  if (name < 1) return undefined;
  try {
    const profile = inflateSync(data.subarray(name + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return profile.toString('latin1', 16, 20) === (isGrey ? 'GRAY' : 'RGB ') ? profile : undefined;
  } catch {
    // As promised above: the picture is taken without its profile.
    return undefined;
  }
}

/** @param png whose chunk lengths were checked. @returns undefined if it is not a PNG */
export function colourOf(png: Buffer): PngColour | undefined {
  if (png.length < HEAD_END || png.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const colourType = png.readUInt8(25);
  const isGrey = colourType === GREY || colourType === GREY_ALPHA;
  let profile: Buffer | undefined;
  let exponent = 1;
  let srgb = false;
  for (let at = HEAD_END; at + CHUNK_FRAME <= png.length; at += CHUNK_FRAME + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') break;
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === 'iCCP') profile = profileOf(data, isGrey);
    if (type === 'sRGB') srgb = true;
    if (type === 'gAMA' && data.length === 4) exponent = exponentOf(data.readUInt32BE(0));
  }
  return {
    bitDepth: png.readUInt8(24),
    isGrey,
    ...(profile && { profile }),
    exponent: profile || srgb ? 1 : exponent,
  };
}

/** @param png without a profile */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('iCCP', 'latin1'), Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([png.subarray(0, HEAD_END), length, data, sum, png.subarray(HEAD_END)]);
}

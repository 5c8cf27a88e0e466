/**
 * What the chunks of a PNG say about its colours (PNG specification, third edition, 11.3.2): an embedded profile counts
 * before sRGB, and sRGB before gAMA.
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
  /** samples of 0 to 1 are raised to it; 1: they are as they are */
  readonly exponent: number;
}

/** colour types of PNG */
const [GREY, GREY_ALPHA] = [0, 4];
const HEAD_END = 33;
const CHUNK_FRAME = 12;
/** A profile is some kilobytes, one of tables some megabytes. */
const MOST_PROFILE_BYTES = 16 * 1024 ** 2;
/** what a gAMA chunk counts in */
const GAMMA_UNIT = 100_000;
/** the power that sRGB stands for in PNG files: 45,455 is written beside it */
const SRGB_GAMMA = 2.2;
/** A picture whose gamma is nearly that of sRGB is taken for one of sRGB, as libpng does. */
const NEARLY = 0.05;

/** @param gamma as the chunk has it */
export function exponentOf(gamma: number): number {
  const exponent = gamma === 0 ? 1 : GAMMA_UNIT / (gamma * SRGB_GAMMA);
  return Math.abs(exponent - 1) < NEARLY ? 1 : exponent;
}

/** @returns undefined for one that cannot be inflated or is of another kind of picture: it is left out */
function profileOf(data: Buffer, isGrey: boolean): Buffer | undefined {
  const name = data.indexOf(0);
  if (name < 1) return undefined;
  try {
    const profile = inflateSync(data.subarray(name + 2), { maxOutputLength: MOST_PROFILE_BYTES });
    return profile.toString('latin1', 16, 20) === (isGrey ? 'GRAY' : 'RGB ') ? profile : undefined;
  } catch {
    return undefined;
  }
}

/** @param png whose chunks were looked at. @returns undefined when it is no PNG */
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

/** @param png without one of its own */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('iCCP', 'latin1'), Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  sum.writeUInt32BE(crc32(data));
  return Buffer.concat([png.subarray(0, HEAD_END), length, data, sum, png.subarray(HEAD_END)]);
}

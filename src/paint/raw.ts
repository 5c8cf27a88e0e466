/**
 * Pictures as raw pixels: 8-bit sRGB RGBA, straight alpha.
 *
 *   RawPicture
 *   decodePicture   any PNG -> pixels, its profile or gamma applied
 *   encode          pixels -> WebP, AVIF without any metadata; the kernel writes JPEG and PNG
 */
import { colourOf, type PngColour, withProfile } from './colour.ts';
import { type LinearProfile, linearProfile } from './iccProfile.ts';

export interface RawPicture {
  /** width x height x 4 bytes */
  readonly rgba: Uint8Array;
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
}
/** Formats that libvips writes. */
export type SlowFormat = 'webp' | 'avif';
export type PaintFormat = 'jpeg' | 'png' | SlowFormat;

const WEBP_QUALITY = 85;

const LARGEST_16 = 65_535;
const SAMPLES_16 = LARGEST_16 + 1;

/** Loaded with the first picture that needs it: libvips takes 25 MiB, and most pictures do without. */
const sharp = async () => (await import('sharp')).default;

const OPTIONS = { failOn: 'warning', limitInputPixels: false } as const;

/** sharp (littleCMS) applies the profile, unless told to ignore it. */
async function decodeEightBits(bytes: Uint8Array, { ignoreIcc = false } = {}): Promise<RawPicture> {
  const open = await sharp();
  const { data, info } = await open(bytes, { ...OPTIONS, ignoreIcc })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height };
}

/** Rounds a sample of 16 bits to 8. */
const nearest = (sample: number): number => Math.round(sample / 257);

/** By sample of 16 bits. */
const tableOf = (value: (sample: number) => number): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length: SAMPLES_16 }, (_, sample) => value(sample));

const powerTable = (exponent: number) => tableOf((sample) => (sample / LARGEST_16) ** exponent * 255);

/** Linear light of 0 to 65,535 -> sRGB, IEC 61966-2-1. */
const srgbTable = () =>
  tableOf((sample) => {
    const linear = sample / LARGEST_16;
    return (linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055) * 255;
  });

/** @returns straight RGBA of 16 bits as in the file, without sharp's conversion to another colour space */
async function samplesOf(bytes: Uint8Array): Promise<{ rgba: Uint16Array; width: number; height: number }> {
  const open = await sharp();
  const { data, info } = await open(bytes, { ...OPTIONS, ignoreIcc: true })
    .toColourspace('rgb16')
    .ensureAlpha()
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const rgba = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return { rgba, width: info.width, height: info.height };
}

function applyProfile(samples: Uint16Array, { curves, matrix }: LinearProfile): Uint8Array {
  const encoded = srgbTable();
  const rgba = new Uint8Array(samples.length);
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0, m8 = 0] = matrix;
  const [red, green, blue] = curves;
  const to8 = (linear: number) => encoded[Math.round(Math.min(1, Math.max(0, linear)) * LARGEST_16)] as number;
  for (let i = 0; i < samples.length; i += 4) {
    const r = red[samples[i] as number] as number;
    const g = green[samples[i + 1] as number] as number;
    const b = blue[samples[i + 2] as number] as number;
    rgba[i] = to8(m0 * r + m1 * g + m2 * b);
    rgba[i + 1] = to8(m3 * r + m4 * g + m5 * b);
    rgba[i + 2] = to8(m6 * r + m7 * g + m8 * b);
    rgba[i + 3] = nearest(samples[i + 3] as number);
  }
  return rgba;
}

async function decodeSixteenBits(bytes: Buffer, { profile, exponent }: PngColour): Promise<RawPicture> {
  const { rgba: samples, width, height } = await samplesOf(bytes);
  const linear = profile && linearProfile(profile);
  if (linear) return { rgba: applyProfile(samples, linear), width, height };
  const colours = exponent === 1 ? undefined : powerTable(exponent);
  const rgba = new Uint8Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i] as number;
    rgba[i] = colours && (i & 3) !== 3 ? (colours[sample] as number) : nearest(sample);
  }
  if (!profile) return { rgba, width, height };
  // A profile with tables: littleCMS applies it to a picture of 8 bits, because sharp converts those to sRGB.
  const png = await (await sharp())(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return decodeEightBits(withProfile(png, profile));
}

/** Maps each colour of 0 to 255 through the table; alpha stays. */
function applyTable({ rgba, width, height }: RawPicture, table: Uint8ClampedArray): RawPicture {
  for (let i = 0; i < rgba.length; i++) if ((i & 3) !== 3) rgba[i] = table[(rgba[i] as number) * 257] as number;
  return { rgba, width, height };
}

/** @throws Error if the bytes are not a picture */
export async function decodePicture(bytes: Uint8Array): Promise<RawPicture> {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const colour = colourOf(png);
  if (colour?.bitDepth === 16) return decodeSixteenBits(png, colour);
  // sharp applies a wrong profile to grey pictures, so apply theirs here.
  const grey = colour?.isGrey && colour.profile ? linearProfile(colour.profile) : undefined;
  if (grey) {
    const [curve] = grey.curves;
    const encoded = srgbTable();
    const tones = tableOf((sample) => encoded[Math.round((curve[sample] as number) * LARGEST_16)] as number);
    return applyTable(await decodeEightBits(bytes, { ignoreIcc: true }), tones);
  }
  const picture = await decodeEightBits(bytes, { ignoreIcc: colour !== undefined && !colour.profile });
  return !colour || colour.exponent === 1 ? picture : applyTable(picture, powerTable(colour.exponent));
}

const rawOf = async ({ rgba, width, height }: RawPicture) =>
  (await sharp())(rgba, { raw: { width, height, channels: 4 } });

export async function encode(picture: RawPicture, format: SlowFormat): Promise<Buffer> {
  const image = await rawOf(picture);
  switch (format) {
    case 'webp':
      return image.webp({ quality: WEBP_QUALITY, effort: 1 }).toBuffer();
    case 'avif':
      return image.avif({ quality: 60, effort: 1 }).toBuffer();
  }
}

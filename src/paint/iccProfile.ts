/**
 * ICC profiles of a matrix and curves, or of one curve for grey (ICC.1:2022, 8.3): what nearly every RGB picture embeds.
 * Profiles with tables are left to littleCMS in sharp.
 *
 *   LinearProfile
 *   linearProfile
 */

export interface LinearProfile {
  /** each a table of 65,536 linear values, 0 to 1, by sample of 16 bits */
  readonly curves: readonly [Float32Array, Float32Array, Float32Array];
  /** linear values -> linear sRGB, row by row */
  readonly matrix: readonly number[];
}

const SAMPLES = 65_536;
const TAG_TABLE = 128;
/** XYZ under D50 -> linear sRGB: the inverse of sRGB's own colorants, adapted by Bradford */
const XYZ_TO_SRGB = [
  ...[3.1341846, -1.6172144, -0.4906931],
  ...[-0.9787499, 1.9161339, 0.0334337],
  ...[0.0719637, -0.2289934, 1.405744],
];
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const fixed = (data: Buffer, at: number): number => data.readInt32BE(at) / 65_536;

function tagsOf(profile: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  for (let i = 0; i < profile.readUInt32BE(TAG_TABLE); i++) {
    const at = TAG_TABLE + 4 + i * 12;
    const from = profile.readUInt32BE(at + 4);
    const data = profile.subarray(from, from + profile.readUInt32BE(at + 8));
    tags.set(profile.toString('latin1', at, at + 4), data);
  }
  return tags;
}

/** Parameters of each kind of `para`, beside the exponent. */
const PARAMETERS = [0, 2, 3, 4, 6];

/** The functions of 10.18, value of 0 to 1 in and out. */
function parametric(data: Buffer): ((x: number) => number) | undefined {
  const kind = data.readUInt16BE(8);
  const count = PARAMETERS[kind];
  if (count === undefined) return undefined;
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count + 1 }, (_, i) =>
    fixed(data, 12 + i * 4),
  );
  const power = (x: number) => Math.max(0, a * x + b) ** g;
  switch (kind) {
    case 0:
      return (x) => x ** g;
    case 1:
      return (x) => (x >= -b / a ? power(x) : 0);
    case 2:
      return (x) => (x >= -b / a ? power(x) + c : c);
    case 3:
      return (x) => (x >= d ? power(x) : c * x);
    default:
      return (x) => (x >= d ? power(x) + e : c * x + f);
  }
}

/** A table, interpolated. */
function table(data: Buffer, count: number): (x: number) => number {
  const value = (i: number) => data.readUInt16BE(12 + i * 2) / (SAMPLES - 1);
  return (x) => {
    const at = x * (count - 1);
    const low = Math.min(Math.floor(at), count - 2);
    return value(low) + (at - low) * (value(low + 1) - value(low));
  };
}

function functionOf(data: Buffer): ((x: number) => number) | undefined {
  const type = data.toString('latin1', 0, 4);
  if (type === 'para') return parametric(data);
  if (type !== 'curv') return undefined;
  const count = data.readUInt32BE(8);
  if (count === 0) return (x) => x;
  if (count > 1) return table(data, count);
  const gamma = data.readUInt16BE(12) / 256;
  return (x) => x ** gamma;
}

function curveOf(data: Buffer | undefined): Float32Array | undefined {
  const curve = data && functionOf(data);
  return curve && Float32Array.from({ length: SAMPLES }, (_, i) => Math.min(1, Math.max(0, curve(i / (SAMPLES - 1)))));
}

const product = (a: readonly number[], b: readonly number[]): number[] =>
  IDENTITY.map((_, i) => {
    const [row, column] = [Math.floor(i / 3) * 3, i % 3];
    return [0, 1, 2].reduce((sum, k) => sum + (a[row + k] ?? 0) * (b[k * 3 + column] ?? 0), 0);
  });

function parseProfile(profile: Buffer): LinearProfile | undefined {
  const tags = tagsOf(profile);
  // Tables take precedence over a matrix.
  if (tags.has('A2B0')) return undefined;
  const space = profile.toString('latin1', 16, 20);
  if (space === 'GRAY') {
    const curve = curveOf(tags.get('kTRC'));
    return curve && { curves: [curve, curve, curve], matrix: IDENTITY };
  }
  const [r, g, b] = ['rTRC', 'gTRC', 'bTRC'].map((tag) => curveOf(tags.get(tag)));
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => tags.get(tag));
  if (space !== 'RGB ' || !r || !g || !b || columns.some((column) => !column)) return undefined;
  const colorants = [8, 12, 16].flatMap((at) => columns.map((column) => fixed(column as Buffer, at)));
  return { curves: [r, g, b], matrix: product(XYZ_TO_SRGB, colorants) };
}

/** @returns undefined for any other profile and for a damaged one */
export function linearProfile(profile: Buffer): LinearProfile | undefined {
  try {
    return parseProfile(profile);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

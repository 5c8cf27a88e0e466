/**
 * Colours against littleCMS (transicc of Debian's liblcms2-utils): every bit depth and kind of PNG, profiles of matrix and
 * curves, and of tables; and gAMA by the PNG specification.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { decodePicture, decodePlainPng } from './index.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** one of 255, and the half by which it is rounded */
const TOLERANCE = 1.01;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
const iccp = (profile: Buffer) => chunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), deflateSync(profile)]));
const gama = (gamma: number) => {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(gamma);
  return chunk('gAMA', data);
};

/** One row. @param samples of 8 or 16 bits */
function pngOf(samples: readonly number[], colourType: number, bitDepth: 8 | 16, more: readonly Buffer[] = []): Buffer {
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType] ?? 1;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(samples.length / channels, 0);
  head.writeUInt32BE(1, 4);
  head.set([bitDepth, colourType], 8);
  const row = Buffer.alloc((samples.length * bitDepth) / 8);
  for (const [i, sample] of samples.entries()) {
    if (bitDepth === 16) row.writeUInt16BE(sample, i * 2);
    else row.writeUInt8(sample, i);
  }
  const data = chunk('IDAT', deflateSync(Buffer.concat([Buffer.alloc(1), row])));
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), ...more, data, chunk('IEND', Buffer.alloc(0))]);
}

const fixed = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const tag = (type: string, ...data: Buffer[]) => {
  const bytes = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...data]);
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
};
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const xyz = (values: readonly number[]) => tag('XYZ ', ...values.map(fixed));
const gammaCurve = (gamma: number) => tag('curv', u32(1), u16(Math.round(gamma * 256)));
const tableCurve = (values: readonly number[]) =>
  tag('curv', u32(values.length), ...values.map((value) => u16(Math.round(value * 65_535))));
const SRGB_CURVE = tag('para', u16(3), u16(0), ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed));

/** A profile of class `mntr`, version 2.1 or, where a curve is parametric, 4.3. */
function profileOf(space: 'RGB ' | 'GRAY', tags: Readonly<Record<string, Buffer>>, connection = 'XYZ '): Buffer {
  const v4 = Object.values(tags).some((data) => data.toString('latin1', 0, 4) === 'para');
  const name = v4
    ? tag('mluc', u32(1), u32(12), Buffer.from('enUS'), u32(2), u32(28), Buffer.from('\0x'))
    : tag('desc', u32(2), Buffer.from('x\0'), Buffer.alloc(78));
  const all = Object.entries({ desc: name, wtpt: xyz([0.9642, 1, 0.8249]), ...tags });
  const head = Buffer.alloc(128);
  head.writeUInt32BE(v4 ? 0x04300000 : 0x02100000, 8);
  head.write(`mntr${space}${connection}`, 12);
  head.write('acsp', 36);
  xyz([0.9642, 1, 0.8249]).copy(head, 68, 8);
  let at = 132 + all.length * 12;
  const table = all.map(([key, data]) => {
    const row = Buffer.concat([Buffer.from(key, 'latin1'), u32(at), u32(data.length)]);
    at += data.length;
    return row;
  });
  head.writeUInt32BE(at, 0);
  return Buffer.concat([head, u32(all.length), ...table, ...all.map(([, data]) => data)]);
}
const rgb = (curve: Buffer, [r, g, b]: readonly [number[], number[], number[]]) =>
  profileOf('RGB ', { rXYZ: xyz(r), gXYZ: xyz(g), bXYZ: xyz(b), rTRC: curve, gTRC: curve, bTRC: curve });

const SRGB: [number[], number[], number[]] = [
  [0.43607, 0.22249, 0.01392],
  [0.38515, 0.71687, 0.09708],
  [0.14307, 0.06061, 0.7141],
];
const ADOBE: typeof SRGB = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];
const PROPHOTO: typeof SRGB = [
  [0.7977, 0.288, 0],
  [0.1352, 0.7119, 0],
  [0.0313, 0.0001, 0.8249],
];
const bent = Array.from({ length: 33 }, (_, i) => (i / 32) ** 1.8 * 0.98 + (i / 32) * 0.02);
const PROFILES: [name: string, profile: Buffer][] = [
  ['sRGB', rgb(SRGB_CURVE, SRGB)],
  ['Adobe RGB', rgb(gammaCurve(2.19921875), ADOBE)],
  ['ProPhoto', rgb(gammaCurve(1.8), PROPHOTO)],
  ['linear sRGB', rgb(tag('curv', u32(0)), SRGB)],
  ['a curve of 33 values', rgb(tableCurve(bent), ADOBE)],
];
const COLOURS = [
  ...[200, 30, 30, 10, 10, 10, 0, 255, 0, 128, 128, 128, 255, 255, 255],
  ...[3, 200, 250, 1, 2, 3, 90, 60, 250, 250, 240, 20, 17, 5, 60],
];
const TONES = [0, 1, 2, 5, 17, 60, 128, 200, 254, 255];

/** RGB -> Lab by a table alone (ICC.1, 10.10): nothing of it can be said by a matrix and curves. */
function tableProfile(): Buffer {
  const grid = 17;
  const ends = [u16(0), u16(65_535)];
  const entries: Buffer[] = [];
  for (let i = 0; i < grid ** 3; i++) {
    const [r, g, b] = [Math.floor(i / grid ** 2), Math.floor(i / grid) % grid, i % grid].map(
      (at) => at / (grid - 1),
    ) as [number, number, number];
    const [light, a, bb] = [100 * (0.3 * r + 0.6 * g + 0.1 * b) ** 1.2, 60 * (r - g) * (1 - b / 3), 50 * (g - b)];
    entries.push(u16((light / 100) * 65_280), u16((a + 128) * 256), u16((bb + 128) * 256));
  }
  const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1].map(fixed);
  const sizes = [Buffer.from([3, 3, grid, 0]), ...identity, u16(2), u16(2)];
  const linear = [...ends, ...ends, ...ends];
  return profileOf('RGB ', { A2B0: tag('mft2', ...sizes, ...linear, ...entries, ...linear) }, 'Lab ');
}

const folder = mkdtempSync(join(tmpdir(), 'lacquer-colour-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasLittleCms = spawnSync('transicc', ['--version']).error === undefined;
if (!hasLittleCms) console.warn('NOT RUN: colours against littleCMS. transicc is missing (Debian: liblcms2-utils).');

/** What littleCMS makes of samples of 0 to 255, without rounding; colours out of reach are clipped. */
function byLittleCms(profile: Buffer, samples: readonly number[], channels: number): number[] {
  const path = join(folder, 'profile.icc');
  writeFileSync(path, profile);
  const lines = Array.from({ length: samples.length / channels }, (_, i) =>
    samples.slice(i * channels, (i + 1) * channels).join(' '),
  );
  const output = execFileSync('transicc', ['-i', path, '-o', '*sRGB', '-t', '0', '-n'], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return (output.match(/-?\d+\.\d+/g) ?? []).map((value) => Math.min(255, Math.max(0, Number(value))));
}

const coloursOf = async (png: Buffer): Promise<number[]> =>
  [...(await decodePicture(png)).rgba].filter((_, i) => i % 4 !== 3);
const wide = (samples: readonly number[]) => samples.map((sample) => sample * 257);
function expectNear(found: readonly number[], wanted: readonly number[], tolerance = TOLERANCE): void {
  expect(found).toHaveLength(wanted.length);
  for (const [i, value] of found.entries()) {
    expect(Math.abs(value - (wanted[i] ?? 0)), `${i}: ${value}, not ${wanted[i]}`).toBeLessThanOrEqual(tolerance);
  }
}

describe.runIf(hasLittleCms)('an embedded profile is applied as littleCMS does', () => {
  it.each(PROFILES)('%s, RGB of 8 and of 16 bits, which agree', async (_name, profile) => {
    const wanted = byLittleCms(profile, COLOURS, 3);
    const eight = await coloursOf(pngOf(COLOURS, 2, 8, [iccp(profile)]));
    const sixteen = await coloursOf(pngOf(wide(COLOURS), 2, 16, [iccp(profile)]));
    expectNear(eight, wanted);
    expectNear(sixteen, wanted, 0.6);
    expectNear(sixteen, eight, 1);
  });

  it('a profile of tables, RGB of 8 and of 16 bits, which agree, and alpha stays', async () => {
    const profile = tableProfile();
    const wanted = byLittleCms(profile, COLOURS, 3);
    const eight = await coloursOf(pngOf(COLOURS, 2, 8, [iccp(profile)]));
    const sixteen = await coloursOf(pngOf(wide(COLOURS), 2, 16, [iccp(profile)]));
    expect(eight).not.toEqual(COLOURS);
    expectNear(eight, wanted);
    expectNear(sixteen, wanted);
    const { rgba } = await decodePicture(pngOf(wide([200, 30, 30, 77]), 6, 16, [iccp(profile)]));
    expectNear([...rgba.subarray(0, 3)], wanted.slice(0, 3));
    expect(rgba[3]).toBe(77);
    // Between two values of 8 bits the nearer one counts.
    const between = await coloursOf(
      pngOf(
        [200.4, 30.4, 29.6].map((value) => Math.round(value * 257)),
        2,
        16,
        [iccp(profile)],
      ),
    );
    expectNear(between, wanted.slice(0, 3));
  });

  it('RGBA, whose alpha stays', async () => {
    const profile = PROFILES[1]?.[1] as Buffer;
    const samples = [200, 30, 30, 0, 10, 200, 90, 128];
    const wanted = byLittleCms(profile, [200, 30, 30, 10, 200, 90], 3).map(Math.round);
    for (const png of [pngOf(samples, 6, 8, [iccp(profile)]), pngOf(wide(samples), 6, 16, [iccp(profile)])]) {
      const { rgba } = await decodePicture(png);
      expectNear([...rgba], [...wanted.slice(0, 3), 0, ...wanted.slice(3), 128]);
    }
  });

  it.each([
    ['a gamma of 1.8', gammaCurve(1.8)],
    ['linear light', gammaCurve(1)],
  ])('grey of %s, of 8 and of 16 bits, with alpha and without', async (_name, curve) => {
    const profile = profileOf('GRAY', { kTRC: curve });
    const wanted = byLittleCms(profile, TONES, 1);
    for (const colourType of [0, 4]) {
      const samples = colourType === 0 ? TONES : TONES.flatMap((tone) => [tone, 255]);
      expectNear(await coloursOf(pngOf(samples, colourType, 8, [iccp(profile)])), wanted);
      expectNear(await coloursOf(pngOf(wide(samples), colourType, 16, [iccp(profile)])), wanted, 0.6);
    }
  });

  it('a damaged profile, and one of another kind, change nothing at either depth', async () => {
    const [, profile = Buffer.alloc(0)] = PROFILES[1] ?? [];
    const grey = profileOf('GRAY', { kTRC: gammaCurve(1) });
    for (const bad of [profile.subarray(0, 150), Buffer.from('no profile'), grey]) {
      expect(await coloursOf(pngOf(COLOURS, 2, 8, [iccp(bad)]))).toEqual(COLOURS);
      expect(await coloursOf(pngOf(wide(COLOURS), 2, 16, [iccp(bad)]))).toEqual(COLOURS);
    }
    for (const colourType of [0, 4]) {
      const tones = TONES.flatMap((tone) => [tone, tone, tone]);
      const samples = colourType === 0 ? TONES : TONES.flatMap((tone) => [tone, 255]);
      expect(await coloursOf(pngOf(samples, colourType, 8, [iccp(profile)]))).toEqual(tones);
      expect(await coloursOf(pngOf(wide(samples), colourType, 16, [iccp(profile)]))).toEqual(tones);
    }
  });
});

describe('pictures without a profile', () => {
  it('of 16 bits are rounded to the nearest of 8, alpha too', async () => {
    const samples = Array.from({ length: 4096 }, (_, i) => (i * 7919) % 65_536);
    const { rgba } = await decodePicture(pngOf(samples, 6, 16));
    expect([...rgba]).toEqual(samples.map((sample) => Math.round(sample / 257)));
    const grey = await decodePicture(pngOf(samples, 0, 16));
    expect([...grey.rgba]).toEqual(samples.flatMap((sample) => [...Array(3).fill(Math.round(sample / 257)), 255]));
  });

  const power = (exponent: number) => COLOURS.map((sample) => Math.round((sample / 255) ** exponent * 255));
  it.each([
    [35_000, 1 / (0.35 * 2.2)],
    [100_000, 1 / 2.2],
    [25_000, 1 / (0.25 * 2.2)],
  ])('with gAMA %i are brought to sRGB, at both depths and not their alpha', async (gamma, exponent) => {
    expect(await coloursOf(pngOf(COLOURS, 2, 8, [gama(gamma)]))).toEqual(power(exponent));
    expect(await coloursOf(pngOf(wide(COLOURS), 2, 16, [gama(gamma)]))).toEqual(power(exponent));
    const alpha = [10, 20, 30, 40];
    expect((await decodePicture(pngOf(alpha, 6, 8, [gama(gamma)]))).rgba[3]).toBe(40);
    expect((await decodePicture(pngOf(wide(alpha), 6, 16, [gama(gamma)]))).rgba[3]).toBe(40);
    expect(decodePlainPng(pngOf(COLOURS, 2, 8, [gama(gamma)]))).toBeUndefined();
  });

  it('with the gamma of sRGB, or nearly, are left as they are, on the fast way', async () => {
    for (const gamma of [45_455, 45_000, 46_000]) {
      const png = pngOf(COLOURS, 2, 8, [gama(gamma)]);
      expect(await coloursOf(png)).toEqual(COLOURS);
      expect([...(decodePlainPng(png)?.rgba ?? [])].filter((_, i) => i % 4 !== 3)).toEqual(COLOURS);
    }
  });

  it('with a chunk sRGB are of sRGB whatever gAMA says; a profile counts before both', async () => {
    const srgb = chunk('sRGB', Buffer.from([0]));
    expect(await coloursOf(pngOf(COLOURS, 2, 8, [gama(100_000), srgb]))).toEqual(COLOURS);
    expect(decodePlainPng(pngOf(COLOURS, 2, 8, [srgb, gama(100_000)]))).toBeDefined();
    expect(await coloursOf(pngOf(wide(COLOURS), 2, 16, [srgb, gama(100_000)]))).toEqual(COLOURS);
    const [, profile = Buffer.alloc(0)] = PROFILES[0] ?? [];
    expectNear(await coloursOf(pngOf(COLOURS, 2, 8, [gama(100_000), iccp(profile)])), COLOURS);
    expectNear(await coloursOf(pngOf(wide(COLOURS), 2, 16, [gama(100_000), iccp(profile)])), COLOURS);
  });
});

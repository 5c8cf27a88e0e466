/**
 * Wheels: tyre, rim, brake and spokes of several designs.
 *
 *   Design, designs    the pattern of the spokes and how they are finished
 *   wheelMesh          one wheel, centred, its face to the left of the car
 *   wheelParts         point -> part of the wheel; a = which piece, b = depth inside the spoke (m)
 *   wheelShader        shades them
 */
import { ramp } from './curve.ts';
import type { Shade } from './film.ts';
import { grid, join, type Mesh } from './mesh.ts';
import type { Classify } from './raster.ts';
import { daylight, mirrored } from './studio.ts';

export interface Design {
  readonly spokes: number;
  /** half width of a spoke at the hub and at the rim, m */
  readonly width: readonly [hub: number, rim: number];
  /** how far (radians) a spoke turns from hub to rim, and how far apart a pair of spokes is at the rim; 0: single */
  readonly twist: number;
  readonly fork: number;
  readonly finish: 'silver' | 'black' | 'diamond' | 'cover';
}

export const designs = {
  steel: { spokes: 9, width: [0.06, 0.052], twist: 0, fork: 0, finish: 'cover' },
  five: { spokes: 5, width: [0.026, 0.021], twist: 0, fork: 0.2, finish: 'silver' },
  turbine: { spokes: 9, width: [0.022, 0.03], twist: 0.42, fork: 0, finish: 'diamond' },
  star: { spokes: 5, width: [0.042, 0.034], twist: 0, fork: 0, finish: 'diamond' },
  mesh: { spokes: 10, width: [0.011, 0.01], twist: 0, fork: 0.17, finish: 'black' },
} as const satisfies Record<string, Design>;

const piece = { tyre: 30, rim: 31, barrel: 32, brake: 33, spoke: 34, caliper: 35, cap: 36 };
export const wheelPieces: ReadonlySet<number> = new Set(Object.values(piece));

/** Depth (m) of the place (r, turn) inside a spoke; negative between them. */
function inside(design: Design, r: number, turn: number, hub: number, rim: number): number {
  const out = (r - hub) / (rim - hub);
  const step = (2 * Math.PI) / design.spokes;
  const half = design.width[0] + (design.width[1] - design.width[0]) * out;
  const twisted = turn - design.twist * out;
  const local = (((twisted % step) + step * 1.5) % step) - step / 2;
  const apart = design.fork > 0 ? Math.abs(Math.abs(local) - design.fork * (0.25 + 0.75 * out)) : Math.abs(local);
  const depth = half - apart * r;
  return Math.max(depth, hub * 1.15 - r, r - rim * 0.955);
}

/** A surface of revolution about y from its profile (radius, y). */
function lathe(profile: readonly (readonly [number, number])[], code: number, around = 72): Mesh {
  return grid(
    profile.length - 1,
    around,
    (i, j) => {
      const [r, y] = profile[i] as readonly [number, number];
      const turn = (2 * Math.PI * j) / around;
      return [r * Math.cos(turn), y, r * Math.sin(turn), code, 0];
    },
    true,
  );
}

export function wheelMesh(radius: number, design: Design): Mesh {
  const rim = radius * 0.735;
  const hub = radius * 0.17;
  const half = 0.105;
  const tyre = lathe(
    [
      [rim * 0.985, half * 0.8],
      [rim * 1.02, half * 0.93],
      [rim * 1.12, half * 1.02],
      [radius * 0.93, half * 1.0],
      [radius * 0.975, half * 0.88],
      [radius * 0.996, half * 0.66],
      [radius, half * 0.3],
      [radius, -half * 0.6],
      [radius * 0.98, -half * 0.9],
      [rim, -half],
    ],
    piece.tyre,
    96,
  );
  const lip = lathe(
    [
      [rim * 0.9, half * 0.42],
      [rim * 0.935, half * 0.62],
      [rim * 0.955, half * 0.8],
      [rim * 0.975, half * 0.88],
      [rim * 0.992, half * 0.84],
      [rim, half * 0.7],
    ],
    piece.rim,
    96,
  );
  const barrel = lathe(
    [
      [0.02, -0.06],
      [rim * 0.9, -0.05],
      [rim * 0.93, half * 0.5],
    ],
    piece.barrel,
  );
  const brake = lathe(
    [
      [0.03, -0.03],
      [rim * 0.74, -0.03],
      [rim * 0.75, -0.04],
    ],
    piece.brake,
  );
  const cap = lathe(
    [
      [0.001, half * 0.63],
      [hub * 0.42, half * 0.62],
      [hub * 0.5, half * 0.56],
    ],
    piece.cap,
    40,
  );
  const caliper = grid(
    6,
    14,
    (i, j) => {
      const turn = 2.5 + (j / 14) * 0.95;
      const r = rim * (0.5 + (0.34 * i) / 6);
      return [r * Math.cos(turn), -0.012 + 0.012 * Math.sin((Math.PI * i) / 6), r * Math.sin(turn), piece.caliper, 0];
    },
    true,
  );
  const around = 300;
  const spokes = grid(
    18,
    around,
    (i, j) => {
      const turn = (2 * Math.PI * j) / around;
      const r = 0.004 + (rim * 0.965 - 0.004) * (i / 18);
      const depth = inside(design, r, turn, hub, rim);
      const dish = half * (0.52 + 0.3 * (r / rim) ** 2.2 - 0.1 * Math.sin((Math.PI * r) / rim));
      const bevel = 0.013 * ramp(0, 0.016, depth);
      return [r * Math.cos(turn), dish + bevel - 0.012, r * Math.sin(turn), piece.spoke, depth];
    },
    true,
  );
  return join(tyre, lip, barrel, brake, cap, caliper, spokes);
}

export const wheelParts: Classify = (_x, _y, _z, a, b) => {
  const code = Math.round(a);
  return code === piece.spoke && b < 0 ? 0 : code;
};

export function wheelShader(design: Design, eye: readonly [number, number, number]): Shade {
  return (part, light, surface, s, coordinates, c) => {
    const x = surface[s] as number,
      y = surface[s + 1] as number,
      z = surface[s + 2] as number;
    const nx = surface[s + 3] as number,
      ny = surface[s + 4] as number,
      nz = surface[s + 5] as number;
    let vx = eye[0] - x,
      vy = eye[1] - y,
      vz = eye[2] - z;
    const far = 1 / Math.hypot(vx, vy, vz);
    vx *= far;
    vy *= far;
    vz *= far;
    const facing = Math.max(0.02, nx * vx + ny * vy + nz * vz);
    const mirror = mirrored(2 * facing * nx - vx, 2 * facing * ny - vy, 2 * facing * nz - vz);
    const day = daylight(nx, ny, nz);
    const low = 0.5 + 0.5 * ramp(0, 0.5, z);
    light.paint = false;
    let value = 0.01;
    switch (part) {
      case piece.tyre:
        value = (0.014 + 0.022 * day + 0.02 * (1 - facing) ** 3) * low;
        break;
      case piece.rim:
        value = design.finish === 'black' ? 0.02 + 0.22 * mirror : 0.1 + 0.62 * mirror;
        break;
      case piece.barrel:
        value = 0.006 + 0.02 * day;
        break;
      case piece.brake:
        value = 0.05 + 0.16 * day;
        break;
      case piece.cap:
        value = 0.03 + 0.3 * mirror;
        break;
      case piece.caliper: {
        const v = 0.2 + 0.5 * day;
        light.r = design.finish === 'black' ? v * 0.95 : v * 0.28;
        light.g = design.finish === 'black' ? v * 0.05 : v * 0.28;
        light.b = design.finish === 'black' ? v * 0.05 : v * 0.3;
        return;
      }
      default: {
        const depth = coordinates[c + 1] as number;
        const shine = 0.16 + 0.42 * day * low + 0.42 * mirror;
        const black = 0.012 + 0.06 * day + 0.16 * mirror;
        if (design.finish === 'silver') value = shine * (0.62 + 0.38 * ramp(0, 0.012, depth));
        else if (design.finish === 'cover') value = (0.1 + 0.5 * day) * (0.7 + 0.3 * ramp(0, 0.014, depth));
        else if (design.finish === 'black') value = black;
        else value = depth > 0.0085 ? shine * 1.06 : black;
      }
    }
    light.r = value;
    light.g = value * 1.005;
    light.b = value * 1.025;
  };
}

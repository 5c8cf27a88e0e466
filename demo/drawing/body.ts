/**
 * The body of a car: one smooth surface lofted over its length, and the part that each point of it belongs to.
 *
 *   Shape        the numbers that make one model
 *   bodyMesh     the surface; a = station along the car before the ends are rounded, b = place in the section (0 sill,
 *                0.5 belt, 1 middle)
 *   Part         the parts of the surface
 *   bodyParts    point -> part
 */
import { type Curve, clamp, mix, ramp, through } from './curve.ts';
import { grid, join, type Mesh, type Point } from './mesh.ts';
import type { Classify } from './raster.ts';

type Points = readonly (readonly [number, number])[];

export interface Shape {
  readonly length: number;
  /** half of the width */
  readonly half: number;
  readonly axles: readonly [front: number, rear: number];
  readonly wheel: number;
  readonly arch: number;
  /** height along the middle, of the belt line and of the underside, over the station */
  readonly top: Points;
  readonly belt: Points;
  readonly under: Points;
  /** how much narrower the roof is than the belt */
  readonly tumble: number;
  /** stations of windscreen and rear window: lower and upper edge */
  readonly windscreen: readonly [number, number];
  readonly rearWindow: readonly [number, number];
  /** stations of the side windows at the belt: pillars behind the doors, and the end; `lean` is the slant of the end */
  readonly pillars: readonly number[];
  readonly windowEnd: number;
  readonly lean: number;
  readonly doors: readonly number[];
  /** height of the black cladding round arches and along the sill; 0: none */
  readonly cladding: number;
  readonly grille: { readonly low: number; readonly high: number; readonly half: number; readonly bars: number };
  readonly lamp: {
    readonly from: number;
    readonly to: number;
    readonly low: number;
    readonly high: number;
    readonly rise: number;
  };
  readonly tail: { readonly from: number; readonly to: number; readonly low: number; readonly high: number };
}

export const Part = {
  hole: 0,
  paint: 1,
  gloss: 2,
  plastic: 3,
  chrome: 4,
  grille: 5,
  lamp: 6,
  tail: 7,
  inside: 8,
  seam: 9,
  roof: 10,
  pane: 11,
  glass: 12,
  plate: 13,
  handle: 14,
  mirror: 15,
  mirrorBase: 16,
  seat: 17,
  hidden: 18,
  badge: 19,
} as const;

const section = through([
  [0, 0.88],
  [0.1, 0.945],
  [0.25, 0.972],
  [0.42, 0.975],
  [0.66, 1],
  [0.78, 1.0],
  [0.9, 0.982],
  [1, 0.935],
]);

/** Rounds an end: 0 at the very end, 1 from `reach` on. */
const blunt = (distance: number, reach: number, power: number) =>
  (1 - (1 - clamp(distance / reach, 0, 1)) ** power) ** (1 / power);

export interface Lines {
  readonly top: Curve;
  readonly belt: Curve;
  readonly under: Curve;
}

export function lines(shape: Shape): Lines {
  return { top: through(shape.top), belt: through(shape.belt), under: through(shape.under) };
}

/** A point of the body at station `x` and section place `v`. */
function bodyPoint(shape: Shape, { top, belt, under }: Lines, x: number, v: number): Point {
  const { length, half } = shape;
  const fromEnd = Math.min(x, length - x);
  const swell = blunt(fromEnd, 0.16, 3.2);
  const middle = x < length / 2 ? 0.5 : 0.62;
  const low = mix(middle, under(x), mix(0.76, 1, swell));
  const high = mix(middle, belt(x), mix(0.76, 1, swell));
  const width = half * mix(0.8, 1, blunt(fromEnd, 0.75, 2.3)) * mix(0.86, 1, swell);
  let y: number;
  let z: number;
  if (v < 0.5) {
    const s = v * 2;
    z = mix(low, high, s);
    y = width * section(s);
    // the flares over the wheels
    for (const axle of shape.axles) {
      const distance = Math.hypot(x - axle, z - shape.wheel);
      y += 0.022 * Math.exp(-(((distance - shape.arch) / 0.07) ** 2)) * ramp(0.3, 0.6, s + 0.3);
    }
  } else {
    const angle = (v - 0.5) * Math.PI;
    const rise = Math.max(0.004, top(x) * 1 - belt(x)) * mix(0.6, 1, swell);
    const square = mix(0.8, 0.44, ramp(0.08, 0.36, rise));
    const up = Math.sin(angle) ** square;
    z = high + rise * up;
    const lean = 1 - shape.tumble * clamp((rise * up) / 0.5, 0, 1.1);
    y = width * section(1) * Math.cos(angle) ** square * lean;
    if (v > 0.9999) y = 0;
  }
  return [x + bow(shape, x, y), y, z, x, v];
}

/** Seen from above the ends are curved: how far (m) the surface moves towards the middle of the car at `y`. */
function bow({ half, length }: Shape, x: number, y: number): number {
  const share = (y / half) ** 2;
  return share * (x < length / 2 ? 0.17 * (1 - ramp(0, 1.9, x)) : -0.13 * (1 - ramp(0, 1.2, length - x)));
}

export function bodyMesh(shape: Shape): Mesh {
  const curves = lines(shape);
  const rows = 250;
  const columns = 88;
  const station = (i: number) => {
    const u = i / rows;
    return shape.length * (u - (0.86 * Math.sin(2 * Math.PI * u)) / (2 * Math.PI));
  };
  // denser round the belt and the edge of the roof
  const place = (j: number) => j / columns;
  const shell = grid(
    rows,
    columns * 2,
    (i, j) => {
      const left = j <= columns;
      const [x, y, z, a = 0, b = 0] = bodyPoint(shape, curves, station(i), place(left ? j : 2 * columns - j));
      return [x, left ? y : -y, z, a, b];
    },
    true,
  );
  // the loft is open at both ends: a slightly bowed face closes each
  const face = (end: number, flip: boolean) =>
    grid(
      60,
      60,
      (i, j) => {
        const v = 0.999 * (i / 60);
        const [, y, z] = bodyPoint(shape, curves, end, v);
        const across = y * (j / 30 - 1);
        return [end + bow(shape, end, across), across, z, end, v];
      },
      flip,
    );
  return join(shell, face(0, false), face(shape.length, true));
}

/** Distance in (x, z) from the nearer axle. */
export function fromAxle(shape: Shape, x: number, z: number): number {
  return Math.min(Math.hypot(x - shape.axles[0], z - shape.wheel), Math.hypot(x - shape.axles[1], z - shape.wheel));
}

/** The part of each point. `glazed` keeps only the glass; otherwise glass is a hole. */
export function bodyParts(shape: Shape, glazed: boolean): Classify {
  const { top, belt, under } = lines(shape);
  const [cowl, header] = shape.windscreen;
  const [sill, edge] = shape.rearWindow;
  const outside = (x: number, y: number, z: number, a: number, b: number): number => {
    const side = Math.abs(y);
    if (side > 0.45) {
      const distance = fromAxle(shape, x, z);
      if (distance < shape.arch) return Part.hole;
      if (shape.cladding > 0 && b < 0.42 && distance < shape.arch + shape.cladding) return Part.plastic;
    }
    const lit = lamps(x, side, z, a);
    if (lit !== Part.hole) return lit;
    return b >= 0.5 ? upper(a, z, b) : lower(x, y, z, a);
  };
  const lamps = (x: number, side: number, z: number, a: number): number => {
    const { lamp, tail, length } = shape;
    if (a < 1.0) {
      const along = (side + 0.8 * x - lamp.from) / (lamp.to - lamp.from);
      if (along <= 0 || along >= 1) return Part.hole;
      const thin = Math.min(1, along * 5 + 0.25, (1 - along) * 2.4 + 0.05);
      const centre = (lamp.low + lamp.high) / 2 + lamp.rise * along;
      return Math.abs(z - centre) < ((lamp.high - lamp.low) / 2) * thin ? Part.lamp : Part.hole;
    }
    const behind = length - x;
    if (behind > 0.8) return Part.hole;
    const along = (side + 0.8 * behind - tail.from) / (tail.to - tail.from);
    if (along <= 0 || along >= 1) return Part.hole;
    const thin = Math.min(1, 0.55 + along * 1.1, (1 - along) * 3.2 + 0.12);
    return Math.abs(z - (tail.low + tail.high) / 2) < ((tail.high - tail.low) / 2) * thin ? Part.tail : Part.hole;
  };
  const upper = (a: number, z: number, b: number): number => {
    const base = belt(a);
    const rise = top(a) - base;
    const t = (b - 0.5) * 2;
    const up = (z - base) / Math.max(rise, 0.01);
    // side windows
    const slant = (z - base) * shape.lean;
    const open = Math.min(z - base - 0.012, (0.885 - up) * rise, shape.windowEnd + slant - a, (a - cowl - 0.05) * 0.5);
    if (t < 0.5 && open > 0) {
      if (open < 0.016) return Part.gloss;
      for (const pillar of shape.pillars) if (Math.abs(a - pillar - (z - base) * 0.12) < 0.035) return Part.gloss;
      return Part.glass;
    }
    if (t < 0.5 && open > -0.008 && rise > 0.2) return Part.gloss;
    // windscreen and rear window
    const front = Math.min(a - cowl, header - a, (t - 0.55) * 0.7);
    if (front > 0) return front < 0.022 ? Part.gloss : Part.glass;
    if (a > cowl - 0.09 && a <= cowl && t > 0.3) return Part.plastic;
    const back = Math.min(Math.max(a, 0) - Math.min(sill, edge), Math.max(sill, edge) - a, (t - 0.55) * 0.7);
    if (back > 0) return back < 0.025 ? Part.gloss : Part.glass;
    if (rise > 0.3 && a > header - 0.35 && a < Math.min(sill, edge) + 0.3 && up > 0.8) {
      if (t > 0.66 && a > header + 0.1 && a < Math.min(sill, edge) - 0.22) return Part.pane;
      return Part.roof;
    }
    // bonnet gaps
    if (a < cowl - 0.09 && rise < 0.35) {
      if (Math.abs(t - 0.2) < 0.0075 && a > 0.34) return Part.seam;
      if (t > 0.2 && Math.abs(a - 0.34) < 0.0045) return Part.seam;
    }
    return Part.paint;
  };
  const lower = (x: number, y: number, z: number, a: number): number => {
    const side = Math.abs(y);
    const base = under(a);
    // front
    if (a < 1.0) {
      const round = side + 0.8 * x;
      const { grille } = shape;
      if (a < 0.34) {
        if (side < 0.26 && Math.abs(z - 0.4) < 0.055) return Part.plate;
        const taper = grille.half * (0.82 + 0.18 * ramp(grille.high, grille.low, z));
        if (z > grille.low && z < grille.high && side < taper) {
          return z > grille.high - 0.012 || side > taper - 0.012 ? Part.chrome : Part.grille;
        }
        if (z > base + 0.03 && z < grille.low - 0.05 && side < 0.62 - (z - base) * 0.6) return Part.plastic;
        const duct = Math.hypot((round - 0.86) / 0.1, (z - 0.36) / 0.1);
        if (duct < 1) return duct > 0.86 ? Part.gloss : Part.plastic;
      }
      if (a < 0.02 && Math.hypot(y, z - grille.high - 0.055) < 0.04) return Part.badge;
    }
    // tail
    const behind = shape.length - x;
    if (behind < 0.8) {
      const { tail } = shape;
      if (behind < 0.3) {
        if (side < tail.from && Math.abs(z - (tail.low + tail.high) / 2) < 0.028) return Part.gloss;
        if (side < 0.26 && Math.abs(z - 0.56) < 0.055) return Part.plate;
        if (z < base + 0.17 && side < 0.72) {
          if (side > 0.42 && side < 0.58 && Math.abs(z - base - 0.07) < 0.025) return Part.chrome;
          return Part.plastic;
        }
        if (Math.abs(side - 0.66) < 0.004 && z > 0.52) return Part.seam;
        if (side < 0.66 && Math.abs(z - 0.46) < 0.004) return Part.seam;
      }
    }
    if (side > 0.5) {
      if (z < base + 0.045 + shape.cladding) return Part.plastic;
      const first = shape.doors[0] as number;
      const last = shape.doors[shape.doors.length - 1] as number;
      for (const door of shape.doors) {
        const bend = door === last ? 0.16 * ramp(0.75, 0.35, z) : door === first ? -0.02 * ramp(0.7, 0.3, z) : 0;
        if (Math.abs(a - door + bend) < 0.0042 && z > base + 0.1) return Part.seam;
      }
      if (a > first && a < last && Math.abs(z - base - 0.115 - shape.cladding / 2) < 0.0042) return Part.seam;
      for (const door of shape.doors.slice(1)) {
        const handle = Math.hypot((a - door + 0.16) / 0.1, (z - belt(a) + 0.1) / 0.017);
        if (handle < 1) return Part.handle;
      }
    }
    return Part.paint;
  };
  return (x, y, z, a, b, front) => {
    const part = outside(x, y, z, a, b);
    if (glazed) return part === Part.glass && front ? part : Part.hole;
    if (part === Part.hole || part === Part.glass) return Part.hole;
    return front ? part : Part.inside;
  };
}

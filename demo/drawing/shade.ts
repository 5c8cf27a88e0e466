/**
 * Shades each part of a car in the light of the studio.
 *
 *   Look          what may differ between layers of one part: lamps, roof
 *   shader        a camera and a look -> the shading of samples
 */

import { Part, type Shape } from './body.ts';
import { mix, ramp } from './curve.ts';
import type { Light, Shade } from './film.ts';
import { daylight, glow, mirrored } from './studio.ts';

export interface Look {
  readonly lamps: 'halogen' | 'led';
  readonly roof: 'plain' | 'glass';
  readonly tint: number;
}

function fix(light: Light, r: number, g: number, b: number, alpha = 1): void {
  light.paint = false;
  light.r = r;
  light.g = g;
  light.b = b;
  light.alpha = alpha;
}

export function shader(shape: Shape, eye: readonly [number, number, number], look: Look): Shade {
  return (part, light, surface, s, coordinates, c) => {
    const x = surface[s] as number,
      y = surface[s + 1] as number,
      z = surface[s + 2] as number;
    let nx = surface[s + 3] as number,
      ny = surface[s + 4] as number,
      nz = surface[s + 5] as number;
    const size = 1 / Math.hypot(nx, ny, nz);
    nx *= size;
    ny *= size;
    nz *= size;
    let vx = eye[0] - x,
      vy = eye[1] - y,
      vz = eye[2] - z;
    const far = 1 / Math.hypot(vx, vy, vz);
    vx *= far;
    vy *= far;
    vz *= far;
    const facing = Math.max(0.02, nx * vx + ny * vy + nz * vz);
    const rx = 2 * facing * nx - vx,
      ry = 2 * facing * ny - vy,
      rz = 2 * facing * nz - vz;
    const mirror = mirrored(rx, ry, rz);
    const fresnel = 0.034 + 0.82 * (1 - facing) ** 4.4;
    // less light near the ground and under the car
    const open = 0.42 + 0.58 * ramp(0.1, 0.62, z);
    const day = daylight(nx, ny, nz) * open;
    const side = Math.abs(y);
    switch (part) {
      case Part.paint:
      case Part.roof:
      case Part.mirror:
      case Part.handle:
      case Part.pane: {
        if (part === Part.pane && look.roof === 'glass') {
          const bar = ramp(
            0.012,
            0.02,
            Math.abs((coordinates[c] as number) - (shape.windscreen[1] + shape.rearWindow[1]) / 2 + 0.05),
          );
          const deep = 0.012 * bar + mirror * (0.07 + fresnel) * mix(0.4, 1, bar);
          return fix(light, deep * 0.95, deep, deep * 1.08);
        }
        light.paint = true;
        const dent = part === Part.handle ? 0.72 : 1;
        light.diffuse = day * dent;
        light.metal = (0.5 * glow(rx, ry, rz) + 0.42 * mirror) * open * dent;
        light.coat = mirror * (fresnel + 0.012) * open * (part === Part.handle ? 2 : 1);
        light.facing = facing;
        return;
      }
      case Part.glass: {
        const strength = Math.min(1, 0.05 + fresnel * 1.15);
        const veil = mirror * strength;
        const dark = 0.012;
        return fix(
          light,
          dark + veil * 0.96,
          dark * 1.15 + veil,
          dark * 1.2 + veil * 1.04,
          Math.min(0.97, mix(look.tint, 1, Math.min(1, veil * 0.85))),
        );
      }
      case Part.gloss: {
        const v = 0.006 + mirror * fresnel * 0.9;
        return fix(light, v, v, v * 1.03);
      }
      case Part.plastic: {
        const v = 0.02 * day + 0.012 * mirror + 0.03 * fresnel * open;
        return fix(light, v, v * 1.01, v * 1.05);
      }
      case Part.chrome:
      case Part.badge: {
        const v = 0.1 + 0.72 * mirror * open;
        return fix(light, v, v * 1.01, v * 1.03);
      }
      case Part.grille: {
        const pitch = shape.grille.bars;
        const bar = Math.abs(((z / pitch) % 1) - 0.5) * 2;
        const cell = Math.abs((((side + (Math.floor(z / pitch) % 2) * pitch) / (pitch * 2)) % 1) - 0.5) * 2;
        const rib = Math.max(ramp(0.62, 0.8, bar), ramp(0.86, 0.93, cell));
        const v = 0.004 + rib * (0.03 + 0.16 * mirror * open);
        return fix(light, v, v, v * 1.04);
      }
      case Part.plate: {
        const rim =
          z < 0.5
            ? Math.max(ramp(0.242, 0.252, side), ramp(0.044, 0.051, Math.abs(z - 0.4)))
            : Math.max(ramp(0.242, 0.252, side), ramp(0.044, 0.051, Math.abs(z - 0.56)));
        const blue = side > 0.215 && ((z < 0.5 && y > 0) || (z > 0.5 && y < 0)) ? 1 : 0;
        const v = (0.75 * day + 0.05 * mirror) * (1 - rim) + 0.01;
        return fix(light, v * (1 - blue * 0.95), v * (1 - blue * 0.8), v * (1 - blue * 0.35));
      }
      case Part.lamp:
        return lampLight(light, shape, look.lamps, x, side, z, mirror, fresnel);
      case Part.tail:
        return tailLight(light, shape, look.lamps, x, side, z, mirror, fresnel);
      case Part.seam:
        return fix(light, 0.006, 0.006, 0.007);
      case Part.seat: {
        const v = 0.035 + 0.07 * day;
        return fix(light, v, v, v * 1.04);
      }
      default: {
        const v = (part === Part.hidden ? 0.002 : 0.022) * (0.4 + day);
        return fix(light, v, v, v * 1.05);
      }
    }
  };
}

/** A headlamp behind its clear cover: reflectors and a bulb, or projectors and a bright line. */
function lampLight(
  light: Light,
  shape: Shape,
  kind: Look['lamps'],
  x: number,
  side: number,
  z: number,
  mirror: number,
  fresnel: number,
): void {
  const { lamp } = shape;
  const round = side + 0.8 * x;
  const along = (round - lamp.from) / (lamp.to - lamp.from);
  const centre = (lamp.low + lamp.high) / 2 + lamp.rise * along;
  const height = (lamp.high - lamp.low) / 2;
  const up = (z - centre) / height;
  const cover = mirror * fresnel * 0.8;
  let r = 0.012 + cover,
    g = 0.013 + cover,
    b = 0.016 + cover;
  const unit = (at: number, size: number) => Math.hypot((along - at) / (size * 0.72), up / (size * 4.6));
  if (kind === 'halogen') {
    const bowl = 0.12 + 0.3 * mirror + 0.1 * Math.sin(along * 60) ** 2;
    r += bowl;
    g += bowl;
    b += bowl * 1.04;
    const bulb = unit(0.34, 0.2);
    const glowing = Math.exp(-bulb * bulb * 1.6);
    r += 1.7 * glowing;
    g += 1.35 * glowing;
    b += 0.8 * glowing;
    const ring = Math.exp(-(((bulb - 1.05) / 0.1) ** 2));
    r -= 0.2 * ring;
    g -= 0.2 * ring;
    b -= 0.2 * ring;
    const amber = Math.exp(-(unit(0.72, 0.14) ** 2) * 2);
    r += 0.6 * amber;
    g += 0.22 * amber;
  } else {
    for (const at of [0.24, 0.46, 0.66]) {
      const lens = unit(at, 0.13);
      const eye = Math.exp(-(lens ** 4) * 0.9);
      const ring = Math.exp(-(((lens - 1.12) / 0.1) ** 2));
      r += 0.9 * eye + 0.16 * ring;
      g += 0.96 * eye + 0.17 * ring;
      b += 1.05 * eye + 0.19 * ring;
    }
    const line = Math.exp(-(((up - 0.7) / 0.14) ** 2)) + 0.5 * Math.exp(-(((up - 0.7) / 0.4) ** 2));
    r += 2.1 * line;
    g += 2.2 * line;
    b += 2.35 * line;
  }
  fix(light, Math.max(0, r), Math.max(0, g), Math.max(0, b));
}

/** A tail lamp: plain red with a clear part, or red lines of light. */
function tailLight(
  light: Light,
  shape: Shape,
  kind: Look['lamps'],
  x: number,
  side: number,
  z: number,
  mirror: number,
  fresnel: number,
): void {
  const { tail } = shape;
  const round = side + 0.8 * (shape.length - x);
  const along = (round - tail.from) / (tail.to - tail.from);
  const up = (z - (tail.low + tail.high) / 2) / ((tail.high - tail.low) / 2);
  const cover = mirror * fresnel * 0.9;
  let r = 0.1 + cover,
    g = 0.004 + cover,
    b = 0.007 + cover;
  if (kind === 'halogen') {
    const lit = Math.exp(-(((along - 0.55) / 0.25) ** 2) - (up / 0.75) ** 2);
    const fine = 0.85 + 0.15 * Math.cos(up * 40);
    r += (0.22 + 0.85 * lit) * fine;
    g += 0.07 * lit;
    b += 0.05 * lit;
    const clear = along < 0.25 ? ramp(0.27, 0.2, along) : 0;
    r += 0.25 * clear;
    g += 0.32 * clear;
    b += 0.34 * clear;
  } else {
    let line = 0;
    for (const at of [-0.55, 0, 0.55])
      line += Math.exp(-(((up - at) / 0.12) ** 2)) + 0.3 * Math.exp(-(((up - at) / 0.3) ** 2));
    r += 1.7 * line;
    g += 0.1 * line ** 2;
    b += 0.09 * line ** 2;
  }
  fix(light, r, g, b);
}

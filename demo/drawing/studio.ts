/**
 * The photo studio: what a surface mirrors in each direction, and how much light falls on it.
 *
 *   mirrored     light from one direction, sharp: softboxes overhead, a dark horizon, a bright floor
 *   glow         the same seen in a rough surface
 *   daylight     light that falls on a surface facing one way
 */
import { ramp } from './curve.ts';

const strip = (value: number, from: number, to: number, soft: number) =>
  ramp(from - soft, from + soft, value) * (1 - ramp(to - soft, to + soft, value));

export function mirrored(x: number, y: number, z: number): number {
  if (z < 0) return 0.1 + 0.62 * Math.exp(z * 3.4) * (0.75 + 0.25 * ramp(-1, 0.4, -x));
  const across = Math.abs(y) / (z + 1e-4);
  const along = x / (z + 1e-4);
  const wall = 0.07 + 0.65 * (1 - ramp(0, 0.1, z)) + 0.24 * ramp(0.12, 0.7, z);
  const side = strip(across, 0.85, 1.9, 0.12) * strip(along, -4.5, 4.2, 0.5);
  const over = strip(across, -0.1, 0.34, 0.08) * strip(along, -3.6, 3.4, 0.4);
  const ends = strip(Math.abs(along), 1.5, 3.2, 0.25) * strip(across, -1, 0.9, 0.2);
  return wall + 1.75 * side + 1.3 * over + 0.7 * ends;
}

export function glow(x: number, y: number, z: number): number {
  const box = ramp(0.12, 0.75, z) * (0.75 + 0.25 * Math.abs(y));
  return 0.26 + 0.2 * ramp(0, -0.9, z) * 0.6 + 0.95 * box - 0.05 * x;
}

export function daylight(x: number, y: number, z: number): number {
  const sky = 0.5 + 0.5 * z;
  const key = Math.max(0, -0.45 * x + 0.5 * y + 0.74 * z);
  return 0.16 + 0.52 * sky + 0.36 * key + 0.1 * Math.abs(y);
}

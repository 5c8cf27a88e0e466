/**
 * A small z-buffer rasteriser: it finds the nearest surface for each sample of the picture.
 *
 *   Camera, lookAt     where the picture is taken from
 *   Frame              the samples: part, place, normal, surface coordinates
 *   Frame.draw         draws a mesh; `classify` says which part a point of its surface is (0: a hole)
 */
import { type Mesh, STRIDE } from './mesh.ts';

/** Samples per side of a pixel. */
export const OVER = 2;
export const WIDTH = 1280;
export const HEIGHT = 720;

type Vector = readonly [number, number, number];

export interface Camera {
  readonly eye: Vector;
  /** rows: right, up, forward */
  readonly axes: readonly [...Vector, ...Vector, ...Vector];
  /** samples per metre at a distance of one metre */
  readonly focal: number;
  /** samples from the top to the optical axis */
  readonly middle: number;
}

/** A camera at `eye` towards `target`, `fov` degrees wide; `shift` moves the picture down by that share of its height. */
export function lookAt(eye: Camera['eye'], target: Camera['eye'], fov: number, shift = 0): Camera {
  const unit = (v: readonly number[]) => v.map((c) => c / Math.hypot(...v));
  const f = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]) as [number, number, number];
  const r = unit([f[1], -f[0], 0]) as [number, number, number];
  const u: Vector = [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]];
  const focal = (WIDTH * OVER) / 2 / Math.tan((fov * Math.PI) / 360);
  return { eye, axes: [...r, ...u, ...f], focal, middle: HEIGHT * OVER * (0.5 + shift) };
}

/** Part of a surface point: 0 is a hole, any other number is kept for the shading. */
export type Classify = (x: number, y: number, z: number, a: number, b: number, front: boolean) => number;

export class Frame {
  readonly width = WIDTH * OVER;
  readonly height = HEIGHT * OVER;
  readonly depth = new Float32Array(this.width * this.height);
  readonly part = new Uint8Array(this.width * this.height);
  /** 6 numbers per sample: x y z, nx ny nz */
  readonly surface = new Float32Array(this.width * this.height * 6);
  /** 2 numbers per sample: a b */
  readonly coordinates = new Float32Array(this.width * this.height * 2);
  camera: Camera;

  constructor(camera: Camera) {
    this.camera = camera;
  }

  /** Empties the frame (1 / distance, so 0 is infinitely far). */
  clear(camera = this.camera): void {
    this.camera = camera;
    this.depth.fill(0);
    this.part.fill(0);
  }

  /** Clears what was drawn but keeps its depth, so that it hides what is drawn next. */
  holdOut(): void {
    this.part.fill(0);
  }

  draw(mesh: Mesh, classify: Classify, bothSides = false): void {
    const { points, triangles } = mesh;
    const count = points.length / STRIDE;
    const screen = new Float32Array(count * 3);
    const { eye, axes, focal, middle } = this.camera;
    const [rx, ry, rz, ux, uy, uz, fx, fy, fz] = axes;
    for (let i = 0; i < count; i++) {
      const p = i * STRIDE;
      const x = (points[p] as number) - eye[0];
      const y = (points[p + 1] as number) - eye[1];
      const z = (points[p + 2] as number) - eye[2];
      const inverse = 1 / (fx * x + fy * y + fz * z);
      screen[i * 3] = this.width / 2 + focal * (rx * x + ry * y + rz * z) * inverse;
      screen[i * 3 + 1] = middle - focal * (ux * x + uy * y + uz * z) * inverse;
      screen[i * 3 + 2] = inverse;
    }
    for (let t = 0; t < triangles.length; t += 3) {
      this.triangle(
        points,
        screen,
        triangles[t] as number,
        triangles[t + 1] as number,
        triangles[t + 2] as number,
        classify,
        bothSides,
      );
    }
  }

  private triangle(
    points: Float32Array,
    screen: Float32Array,
    i: number,
    j: number,
    k: number,
    classify: Classify,
    bothSides: boolean,
  ): void {
    const ax = screen[i * 3] as number,
      ay = screen[i * 3 + 1] as number,
      aw = screen[i * 3 + 2] as number;
    const bx = screen[j * 3] as number,
      by = screen[j * 3 + 1] as number,
      bw = screen[j * 3 + 2] as number;
    const cx = screen[k * 3] as number,
      cy = screen[k * 3 + 1] as number,
      cw = screen[k * 3 + 2] as number;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const front = area < 0;
    if (area === 0 || (!front && !bothSides)) return;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(this.width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (left > right || top > bottom) return;
    const inverse = 1 / area;
    const vx = (cy - ay) * inverse;
    const vy = (cx - ax) * inverse;
    const wx = (by - ay) * inverse;
    const wy = (bx - ax) * inverse;
    const { depth, part, surface, coordinates, width } = this;
    const p = i * STRIDE,
      q = j * STRIDE,
      r = k * STRIDE;
    for (let row = top; row <= bottom; row++) {
      const py = row + 0.5;
      for (let column = left; column <= right; column++) {
        const px = column + 0.5;
        let v = (px - ax) * vx - (py - ay) * vy;
        let w = (py - ay) * wy - (px - ax) * wx;
        let u = 1 - v - w;
        if (u < 0 || v < 0 || w < 0) continue;
        const at = row * width + column;
        const near = u * aw + v * bw + w * cw;
        if (near <= (depth[at] as number)) continue;
        // perspective: weights in space, not on the screen
        u *= aw / near;
        v *= bw / near;
        w *= cw / near;
        const x = u * (points[p] as number) + v * (points[q] as number) + w * (points[r] as number);
        const y = u * (points[p + 1] as number) + v * (points[q + 1] as number) + w * (points[r + 1] as number);
        const z = u * (points[p + 2] as number) + v * (points[q + 2] as number) + w * (points[r + 2] as number);
        const a = u * (points[p + 6] as number) + v * (points[q + 6] as number) + w * (points[r + 6] as number);
        const b = u * (points[p + 7] as number) + v * (points[q + 7] as number) + w * (points[r + 7] as number);
        const kind = classify(x, y, z, a, b, front);
        if (kind === 0) continue;
        depth[at] = near;
        part[at] = kind;
        const s = at * 6;
        const side = front ? 1 : -1;
        surface[s] = x;
        surface[s + 1] = y;
        surface[s + 2] = z;
        surface[s + 3] =
          side * (u * (points[p + 3] as number) + v * (points[q + 3] as number) + w * (points[r + 3] as number));
        surface[s + 4] =
          side * (u * (points[p + 4] as number) + v * (points[q + 4] as number) + w * (points[r + 4] as number));
        surface[s + 5] =
          side * (u * (points[p + 5] as number) + v * (points[q + 5] as number) + w * (points[r + 5] as number));
        coordinates[at * 2] = a;
        coordinates[at * 2 + 1] = b;
      }
    }
  }
}

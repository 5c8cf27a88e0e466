/**
 * Triangle meshes, in metres: x runs from the nose (0) to the tail, y to the car's left, z up from the ground.
 *
 *   Mesh       points with a normal and two surface coordinates (a, b), and triangles
 *   grid       a mesh over a rectangular net of points, with smooth normals
 *   join       several meshes as one
 *   place      a moved, turned copy
 */

export interface Mesh {
  /** 8 numbers per point: x y z, nx ny nz, a b */
  readonly points: Float32Array;
  readonly triangles: Uint32Array;
}

export type Point = readonly [x: number, y: number, z: number, a?: number, b?: number];

export const STRIDE = 8;

/** A net of (rows + 1) x (columns + 1) points; normals point to `d/row x d/column`, or against it with `flip`. */
export function grid(rows: number, columns: number, at: (row: number, column: number) => Point, flip = false): Mesh {
  const width = columns + 1;
  const points = new Float32Array((rows + 1) * width * STRIDE);
  for (let i = 0; i <= rows; i++) {
    for (let j = 0; j <= columns; j++) {
      const [x, y, z, a = 0, b = 0] = at(i, j);
      points.set([x, y, z, 0, 0, 0, a, b], (i * width + j) * STRIDE);
    }
  }
  const triangles = new Uint32Array(rows * columns * 6);
  let next = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const p = i * width + j;
      const [q, r, s] = [p + 1, p + width, p + width + 1];
      triangles.set(flip ? [p, q, s, p, s, r] : [p, r, s, p, s, q], next);
      next += 6;
    }
  }
  const mesh = { points, triangles };
  smooth(mesh);
  return mesh;
}

/** Gives every point the area-weighted mean normal of its triangles. */
function smooth({ points, triangles }: Mesh): void {
  const at = (i: number) => points[i] as number;
  for (let t = 0; t < triangles.length; t += 3) {
    const p = (triangles[t] as number) * STRIDE;
    const q = (triangles[t + 1] as number) * STRIDE;
    const r = (triangles[t + 2] as number) * STRIDE;
    const [ux, uy, uz] = [at(q) - at(p), at(q + 1) - at(p + 1), at(q + 2) - at(p + 2)];
    const [vx, vy, vz] = [at(r) - at(p), at(r + 1) - at(p + 1), at(r + 2) - at(p + 2)];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
    for (const c of [p, q, r]) for (let k = 0; k < 3; k++) points[c + 3 + k] = at(c + 3 + k) + (n[k] as number);
  }
  for (let p = 0; p < points.length; p += STRIDE) {
    const size = Math.hypot(at(p + 3), at(p + 4), at(p + 5)) || 1;
    for (let k = 3; k < 6; k++) points[p + k] = at(p + k) / size;
  }
}

/** All of them as one mesh. */
export function join(...meshes: readonly Mesh[]): Mesh {
  const points = new Float32Array(meshes.reduce((n, m) => n + m.points.length, 0));
  const triangles = new Uint32Array(meshes.reduce((n, m) => n + m.triangles.length, 0));
  let [p, t] = [0, 0];
  for (const mesh of meshes) {
    points.set(mesh.points, p);
    for (const index of mesh.triangles) triangles[t++] = index + p / STRIDE;
    p += mesh.points.length;
  }
  return { points, triangles };
}

/** A copy moved by (dx, dy, dz); `mirror` turns y to -y first (and the triangles round). */
export function place(mesh: Mesh, dx: number, dy: number, dz: number, mirror = false): Mesh {
  const points = mesh.points.slice();
  const side = mirror ? -1 : 1;
  for (let p = 0; p < points.length; p += STRIDE) {
    points[p] = (points[p] as number) + dx;
    points[p + 1] = (points[p + 1] as number) * side + dy;
    points[p + 2] = (points[p + 2] as number) + dz;
    points[p + 4] = (points[p + 4] as number) * side;
  }
  const triangles = mesh.triangles.slice();
  if (mirror) {
    for (let t = 0; t < triangles.length; t += 3) {
      [triangles[t + 1], triangles[t + 2]] = [triangles[t + 2] as number, triangles[t + 1] as number];
    }
  }
  return { points, triangles };
}

/** A box with rounded edges (a superellipsoid), centred; sizes are half extents. */
export function pillow(hx: number, hy: number, hz: number, round = 0.35, n = 20): Mesh {
  const power = (value: number) => Math.sign(value) * Math.abs(value) ** round;
  return grid(
    n,
    2 * n,
    (i, j) => {
      const [up, turn] = [-Math.PI / 2 + (Math.PI * i) / n, (Math.PI * j) / n];
      const flat = power(Math.cos(up));
      return [hx * flat * power(Math.cos(turn)), hy * flat * power(Math.sin(turn)), hz * power(Math.sin(up))];
    },
    true,
  );
}

/**
 * The shadow of a car on the studio floor: each pixel is projected onto the floor, where the share of the sky that the car
 * hides gives its darkness.
 *
 *   shadow     camera, car -> RGBA picture (black with alpha), with the dark underside painted over it
 */
import type { Shape } from './body.ts';
import { ramp } from './curve.ts';
import { develop, type Film } from './film.ts';
import { type Camera, HEIGHT, OVER, WIDTH } from './raster.ts';

export function shadow(shape: Shape, camera: Camera, under: Film): Buffer {
  const out = develop(under, { base: [0, 0, 0], metal: 0, flip: [0, 0, 0] });
  const [rx, ry, rz, ux, uy, uz, fx, fy, fz] = camera.axes;
  const [ex, ey, ez] = camera.eye;
  const centre = shape.length / 2;
  for (let row = 0; row < HEIGHT; row++) {
    const up = (camera.middle - (row + 0.5) * OVER) / camera.focal;
    for (let column = 0; column < WIDTH; column++) {
      const across = ((column + 0.5) * OVER - WIDTH * OVER * 0.5) / camera.focal;
      const dz = fz + rz * across + uz * up;
      if (dz > -0.005) continue;
      const t = -ez / dz;
      const x = Math.abs(ex + t * (fx + rx * across + ux * up) - centre);
      const y = Math.abs(ey + t * (fy + ry * across + uy * up));
      // distance outside the rounded footprint
      const qx = Math.max(0, x - centre + 0.45);
      const qy = Math.max(0, y - shape.half + 0.32);
      const away = Math.hypot(qx, qy) - 0.3;
      if (away > 0.9) continue;
      const core = 1 - ramp(-0.42, 0.16, away);
      const soft = (1 - ramp(-0.3, 0.9, away)) ** 2;
      const dark = Math.min(0.93, 0.74 * core + 0.34 * soft);
      const p = (row * WIDTH + column) * 4 + 3;
      const own = (out[p] as number) / 255;
      out[p] = Math.round(255 * (own + (1 - own) * dark));
    }
  }
  return out;
}

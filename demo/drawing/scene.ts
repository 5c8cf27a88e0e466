/**
 * One car in the studio, view by view: its meshes, and the layers drawn from them.
 *
 *   views          the six cameras of the exterior
 *   Car            the meshes of one model
 *   carOf          shape -> meshes
 *   Studio         one frame, reused: exposes the layers of a view
 */
import { bodyMesh, bodyParts, Part, type Shape } from './body.ts';
import { expose, type Film } from './film.ts';
import { grid, join, type Mesh, pillow, place } from './mesh.ts';
import { type Camera, Frame, lookAt, OVER } from './raster.ts';
import { type Look, shader } from './shade.ts';
import { type Design, wheelMesh, wheelParts, wheelPieces, wheelShader } from './wheels.ts';

export const views = {
  '001': { turn: 36, height: 1.55, distance: 9.2, fov: 25.5 },
  '002': { turn: 90, height: 1.0, distance: 10.5, fov: 24.5 },
  '003': { turn: 146, height: 1.7, distance: 9.2, fov: 25.5 },
  '004': { turn: 0, height: 1.1, distance: 9.5, fov: 21.5 },
  '005': { turn: 180, height: 1.25, distance: 9.5, fov: 21.5 },
  '006': { turn: 50, height: 5.2, distance: 8.4, fov: 33.5 },
} as const;
export type View = keyof typeof views;

export interface Car {
  readonly shape: Shape;
  readonly body: Mesh;
  readonly mirrors: Mesh;
  readonly cabin: Mesh;
  readonly under: Mesh;
}

export function carOf(shape: Shape): Car {
  const [cowl, header] = shape.windscreen;
  const belt = shape.belt[Math.floor(shape.belt.length / 2)]?.[1] ?? 0.9;
  const shell = place(pillow(0.095, 0.115, 0.075, 0.6), cowl + 0.48, shape.half + 0.075, belt + 0.1);
  const foot = place(pillow(0.05, 0.08, 0.016, 0.7), cowl + 0.5, shape.half - 0.01, belt + 0.02);
  const mirror = join(shell, foot);
  const seat = (x: number, y: number) => [
    place(pillow(0.1, 0.24, 0.36, 0.5), x, y, belt - 0.14),
    place(pillow(0.06, 0.13, 0.085, 0.6), x + 0.04, y, belt + 0.29),
    place(pillow(0.3, 0.25, 0.1, 0.5), x - 0.3, y, belt - 0.42),
  ];
  const front = header + 0.62;
  const wheelRing = place(pillow(0.03, 0.18, 0.17, 1), cowl + 0.72, shape.half * 0.42, belt - 0.06);
  const dash = place(pillow(0.36, shape.half * 0.84, 0.16, 0.5), cowl + 0.42, 0, belt - 0.13);
  return {
    shape,
    body: bodyMesh(shape),
    mirrors: join(mirror, place(mirror, 0, 0, 0, true)),
    cabin: join(
      dash,
      wheelRing,
      ...[-0.42, 0.42].flatMap((y) => [
        ...seat(front, y * shape.half * 1.05),
        ...seat(front + 0.9, y * shape.half * 1.05),
      ]),
    ),
    under: underside(shape),
  };
}

/** The dark box that fills the wheel houses and the floor. */
function underside(shape: Shape): Mesh {
  const [front, rear] = shape.axles;
  const inner = shape.half * 0.66;
  const box = place(pillow(shape.length / 2 - 0.2, inner, 0.24, 0.18, 30), shape.length / 2, 0, 0.46);
  // a liner over each wheel: open to the outside and below
  const houses = [front, rear].flatMap((x) =>
    [-1, 1].map((side) =>
      grid(24, 4, (i, j) => {
        const turn = (Math.PI * i) / 24;
        const radius = shape.arch + 0.02;
        return [
          x + radius * Math.cos(turn),
          side * (inner - 0.02 + ((shape.half - 0.045 - inner) * j) / 4),
          shape.wheel + radius * Math.sin(turn),
        ];
      }),
    ),
  );
  const floor = place(pillow(shape.length / 2 - 0.4, shape.half * 0.84, 0.1, 0.2, 24), shape.length / 2, 0, 0.31);
  return join(box, floor, ...houses);
}

export interface Plates {
  readonly body: Film;
  readonly glass: { readonly clear: Film; readonly privacy: Film };
  readonly roof: { readonly plain: Film; readonly glass: Film };
  readonly mirrors: Film;
  readonly lamps: { readonly halogen: Film; readonly led: Film };
  readonly wheels: Readonly<Record<string, Film>>;
  readonly under: Film;
  readonly camera: Camera;
}

export function cameraOf(shape: Shape, view: View): Camera {
  const { turn, height, distance, fov } = views[view];
  const angle = (turn * Math.PI) / 180;
  const centre = shape.length / 2;
  const scale = shape.length / 4.1;
  return lookAt(
    [centre - Math.cos(angle) * distance * scale, Math.sin(angle) * distance * scale, height * scale],
    [centre, 0, 0.66],
    fov,
    0.015,
  );
}

const lookPlain: Look = { lamps: 'halogen', roof: 'plain', tint: 0.5 };

export class Studio {
  readonly frame = new Frame(lookAt([0, 1, 0], [0, 0, 0], 30));

  /** All layers of a view, as films; wheels once for each design. */
  shoot(car: Car, view: View, wheels: Readonly<Record<string, Design>>): Plates {
    const { shape } = car;
    const camera = cameraOf(shape, view);
    const { eye } = camera;
    const { frame } = this;
    const hidden = () => Part.hidden;
    const shade = (look: Partial<Look>) => shader(shape, eye, { ...lookPlain, ...look });
    const only = (...parts: number[]) => new Set(parts);

    frame.clear(camera);
    frame.draw(car.under, hidden, true);
    const under = expose(frame, only(Part.hidden), shade({}));

    const films: Record<string, Film> = {};
    let last: Mesh | undefined;
    for (const [name, design] of Object.entries(wheels)) {
      const left = place(wheelMesh(shape.wheel, design), 0, 0, 0);
      const right = place(left, 0, 0, 0, true);
      const track = shape.half - 0.125;
      last = join(
        ...shape.axles.flatMap((x) => [place(left, x, track, shape.wheel), place(right, x, -track, shape.wheel)]),
      );
      frame.clear(camera);
      frame.draw(car.under, hidden, true);
      frame.holdOut();
      frame.draw(last, wheelParts);
      films[name] = expose(frame, wheelPieces, wheelShader(design, eye));
    }
    frame.clear(camera);
    frame.draw(car.under, hidden, true);
    if (last !== undefined) frame.draw(last, wheelParts);
    frame.holdOut();
    frame.draw(car.body, bodyParts(shape, false), true);
    frame.draw(car.cabin, () => Part.seat);
    const middle = shape.half + 0.02;
    frame.draw(car.mirrors, (x, y) =>
      Math.abs(y) < middle || x > shape.windscreen[0] + 0.545 ? Part.mirrorBase : Part.mirror,
    );
    const own = [
      Part.paint,
      Part.gloss,
      Part.plastic,
      Part.chrome,
      Part.badge,
      Part.grille,
      Part.inside,
      Part.seam,
      Part.plate,
      Part.handle,
      Part.seat,
    ];
    const roofParts = only(Part.roof, Part.pane);
    const mirrorParts = only(Part.mirror, Part.mirrorBase);
    const lampParts = only(Part.lamp, Part.tail);
    const plates = {
      body: expose(frame, new Set(own), shade({})),
      roof: { plain: expose(frame, roofParts, shade({})), glass: expose(frame, roofParts, shade({ roof: 'glass' })) },
      mirrors: expose(frame, mirrorParts, shade({})),
      lamps: { halogen: expose(frame, lampParts, shade({})), led: expose(frame, lampParts, shade({ lamps: 'led' })) },
    };
    this.backUp(plates.body, new Set([...roofParts, ...mirrorParts, ...lampParts]));
    frame.holdOut();
    frame.draw(car.body, bodyParts(shape, true));
    const pane = only(Part.glass);
    const glass = {
      clear: expose(frame, pane, shade({ tint: 0.58 })),
      privacy: expose(frame, pane, shade({ tint: 0.9 })),
    };
    return { ...plates, glass, wheels: films, under, camera };
  }

  /**
   * Where another layer meets the body inside a pixel, fills that pixel of the body in black, so that no light shows at the
   * seam.
   */
  private backUp(body: Film, parts: ReadonlySet<number>): void {
    const { frame } = this;
    for (let y = 0; y < frame.height; y++) {
      for (let x = 0; x < frame.width; x++) {
        if (!parts.has(frame.part[y * frame.width + x] as number)) continue;
        const column = Math.floor(x / OVER) - body.box.left;
        const row = Math.floor(y / OVER) - body.box.top;
        if (column < 0 || row < 0 || column >= body.box.width || row >= body.box.height) continue;
        const pixel = row * body.box.width + column;
        const own = (body.paint[pixel * 5 + 4] as number) + (body.fixed[pixel * 4 + 3] as number);
        if (own > 0.01) body.fixed[pixel * 4 + 3] = (body.fixed[pixel * 4 + 3] as number) + 1 / (OVER * OVER);
      }
    }
  }
}

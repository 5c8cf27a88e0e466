/**
 * Draws the pictures of the demo as PNG, in worker threads.
 *
 *   Pictures          path inside a pack -> PNG
 *   exteriorView      all layers of one car at one angle
 *   interior          all layers of the inside, for the left, the right or both driver types
 *   png               RGBA -> PNG
 *   openPool          worker threads that draw the outside of a car, one angle each
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { develop, type Film } from './drawing/film.ts';
import { shadow } from './drawing/ground.ts';
import * as cabin from './drawing/interior.ts';
import { HEIGHT, WIDTH } from './drawing/raster.ts';
import { type Car, type Studio, type View, views } from './drawing/scene.ts';
import type { DemoModel } from './models/models.ts';
import { black, colours, lights, trims } from './models/paints.ts';

export type Pictures = Map<string, Uint8Array>;

/** Layers that have a hand-made small picture at angle 001 (`thumb/001/…`). */
const handMade = new Set(['shadow', 'body_0MM00N9V']);

export const png = (rgba: Buffer): Promise<Buffer> =>
  sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png({ compressionLevel: 4, palette: false })
    .toBuffer();

/** @param car the meshes of the model: carOf(model.shape) */
export async function exteriorView(studio: Studio, model: DemoModel, car: Car, view: View): Promise<Pictures> {
  const plates = studio.shoot(car, view, Object.fromEntries(model.wheels.map((w) => [w.layer, w.design])));
  const out: Pictures = new Map();
  const save = async (layer: string, rgba: Buffer) => {
    const picture = await png(rgba);
    out.set(`${view}/${layer}.png`, picture);
    if (view === '001' && handMade.has(layer)) {
      out.set(`thumb/001/${layer}.png`, await sharp(picture).resize(320, 180).sharpen({ sigma: 0.6 }).png().toBuffer());
    }
  };
  const fixed = (film: Film) => develop(film, black);
  await save('shadow', shadow(model.shape, plates.camera, plates.under));
  for (const [layer, film] of Object.entries(plates.wheels)) await save(layer, fixed(film));
  for (const { feature, paint } of colours) {
    await save(`body_${feature}`, develop(plates.body, paint));
    await save(`roof_${feature}`, develop(plates.roof.plain, paint));
    await save(`mirror_${feature}`, develop(plates.mirrors, paint));
  }
  await save('glass_clear', fixed(plates.glass.clear));
  await save('glass_privacy', fixed(plates.glass.privacy));
  await save('roof_black', fixed(plates.roof.plain));
  await save('roof_glass', fixed(plates.roof.glass));
  await save('lights_led', fixed(plates.lamps.led));
  await save('lights_halogen', fixed(plates.lamps.halogen));
  await save('mirror_black', fixed(plates.mirrors));
  return out;
}

/** Angles 001 and 002 differ between driver types (the right one is the mirrored left one); 003 serves both. */
export async function interior(side: 'lhd' | 'rhd' | 'both'): Promise<Pictures> {
  const mirror = side === 'rhd';
  const drawings = new Map<string, string>();
  for (const view of side === 'both' ? (['003'] as const) : (['001', '002'] as const)) {
    drawings.set(`${view}/shell.png`, cabin.shell(view, mirror));
    for (const t of trims) drawings.set(`${view}/seats_${t.feature}.png`, cabin.seats(view, t.upholstery, mirror));
    drawings.set(`${view}/dashboard_plain.png`, cabin.dashboard(view, 'plain', '#8fd3ff', mirror));
    drawings.set(`${view}/dashboard_wide.png`, cabin.dashboard(view, 'wide', '#38d6c4', mirror));
    for (const l of lights) drawings.set(`${view}/ambient_${l.feature}.png`, cabin.ambient(view, l.colour, mirror));
    if (view !== '003') drawings.set(`${view}/steering_wheel.png`, cabin.wheel(view, mirror));
  }
  const out: Pictures = new Map();
  for (const [path, drawing] of drawings) {
    out.set(path, await sharp(Buffer.from(drawing)).png({ compressionLevel: 4, palette: false }).toBuffer());
  }
  return out;
}

interface Pool {
  /** The pictures of all angles of the model at `index`. */
  drawExterior(index: number): Promise<Pictures>;
  close(): Promise<void>;
}

/** Worker threads; each draws one angle at a time. */
export function openPool(): Pool {
  const size = Math.min(availableParallelism(), 4);
  const workers = Array.from({ length: size }, () => new Worker(new URL('./pictureWorker.ts', import.meta.url)));
  return {
    async drawExterior(model) {
      const waiting = Object.keys(views);
      const angles = new Map<string, Pictures>();
      await Promise.all(
        workers.map(async (worker) => {
          for (let view = waiting.shift(); view !== undefined; view = waiting.shift()) {
            worker.postMessage({ model, view });
            const [pictures] = (await once(worker, 'message')) as [Pictures];
            angles.set(view, pictures);
          }
        }),
      );
      // The threads finish in any order; a pack always has the same one.
      return new Map(Object.keys(views).flatMap((view) => [...(angles.get(view) ?? [])]));
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

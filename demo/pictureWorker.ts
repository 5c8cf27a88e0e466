/** A worker thread that draws: one model at one angle per message (see pictures.ts). */
import { parentPort } from 'node:worker_threads';
import { type Car, carOf, Studio, type View } from './drawing/scene.ts';
import { type DemoModel, models } from './models/models.ts';
import { exteriorView } from './pictures.ts';

const studio = new Studio();
const cars = new Map<DemoModel, Car>();

parentPort?.on('message', async ({ model: index, view }: { model: number; view: View }) => {
  const model = models[index] as DemoModel;
  const car = cars.get(model) ?? carOf(model.shape);
  cars.set(model, car);
  parentPort?.postMessage(await exteriorView(studio, model, car, view));
});

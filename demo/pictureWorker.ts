/** A worker thread that draws: one model at one angle a message (see pictures.ts). */
import { parentPort } from 'node:worker_threads';
import { Studio, type View } from './drawing/scene.ts';
import { type DemoModel, models } from './models/models.ts';
import { exteriorView } from './pictures.ts';

const studio = new Studio();
parentPort?.on('message', async ({ model, view }: { model: number; view: View }) => {
  parentPort?.postMessage(await exteriorView(studio, models[model] as DemoModel, view));
});

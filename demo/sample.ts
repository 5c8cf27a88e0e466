/**
 * Two small cars for people who try a new server: the demo's drawings at a quarter of their size, from two angles, under ids that
 * no carmaker uses. The bytes are the same every time.
 *
 *   node demo/sample.ts --out DIR
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { carOf, Studio, type View } from './drawing/scene.ts';
import { type DemoModel, models } from './models/models.ts';
import { exteriorView } from './pictures.ts';
import { metaFiles } from './xml/meta.ts';
import { element, xml } from './xml/write.ts';
import { writePack } from './zip.ts';

/** The first six characters of the ids, and those that stand for them here. */
const CARS = [
  { model: models[0], of: '1PP2A5', sample: 'SMPL01' },
  { model: models[2], of: '1CB1F5', sample: 'SMPL02' },
] as const;
const VIEWS = ['001', '003'] as const satisfies readonly View[];
/** pixels */
const [WIDTH, HEIGHT] = [640, 360];

const profile = xml(
  element('assetProfile', {}, [
    element('viewport', { name: 'exterior' }, [
      ...VIEWS.map((name) => element('angle', { name })),
      element('resolution', { name: 'HD', width: WIDTH, height: HEIGHT }),
      element('resolution', { name: 'thumb', width: 320, height: 180 }),
    ]),
  ]),
);

function metaOf(model: DemoModel, of: string, sample: string): [string, string][] {
  const files = { ...metaFiles(model), 'asset-profile.xml': profile };
  return Object.entries(files)
    .filter(([name]) => !name.endsWith('-int.xml'))
    .map(([name, text]) => [`${model.disId}/${name}`.replaceAll(of, sample), text.replaceAll(of, sample)]);
}

async function picturesOf(model: DemoModel): Promise<[string, Uint8Array][]> {
  const [studio, car] = [new Studio(), carOf(model.shape)];
  const small: [string, Uint8Array][] = [];
  for (const view of VIEWS) {
    for (const [path, picture] of await exteriorView(studio, model, car, view)) {
      if (!path.startsWith(view)) continue;
      small.push([
        path,
        await sharp(picture).resize(WIDTH, HEIGHT).png({ compressionLevel: 9, palette: true, effort: 1 }).toBuffer(),
      ]);
    }
  }
  return small;
}

const at = process.argv.indexOf('--out');
const out = at < 0 ? undefined : process.argv[at + 1];
if (out === undefined) {
  console.error('Where to? node demo/sample.ts --out DIR');
  process.exit(1);
}
await mkdir(out, { recursive: true });
const meta: [string, string][] = [];
for (const { model, of, sample } of CARS) {
  if (!model) throw new Error(`the demo has no model of ${of}`);
  meta.push(...metaOf(model, of, sample));
  const disId = model.disId.replace(of, sample);
  await writePack(join(out, `image-ext-${disId}_sample.zip`), await picturesOf(model));
}
await writePack(join(out, 'meta_sample.zip'), meta);

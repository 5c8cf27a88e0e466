/**
 * Makes the demo: supplier packs and global configuration files, drawn by code; the same bytes every time.
 *
 *   makeDemo({ out, sets?, big? })       writes them into a folder
 *   node demo/make.ts --out DIR [--big]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bigPacks } from './big.ts';
import { faultyMeta, faultyPictures, faultySet } from './faults.ts';
import { type DemoModel, models } from './models/models.ts';
import { borrowingMeta, borrowingSet, wholePack } from './oneLayer.ts';
import { drawExteriors, interior, type Pictures } from './pictures.ts';
import { staticPack } from './statics.ts';
import { globalFiles } from './xml/global.ts';
import { metaFiles } from './xml/meta.ts';
import { writePack } from './zip.ts';

export interface Demo {
  /** files, in the order in which to upload them */
  readonly packs: string[];
  readonly globalConfigs: { readonly area: 'embargo' | 'preprod' | 'prod'; readonly path: string }[];
}

const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text] as const);

/**
 * `sets`: only these drawn models (disIds); what is made from a model that is left out is left out too.
 * `big`: 100 more sets with 10,000 pictures.
 */
export async function makeDemo({
  out,
  sets,
  big = false,
}: {
  out: string;
  sets?: readonly string[];
  big?: boolean;
}): Promise<Demo> {
  await mkdir(out, { recursive: true });
  const wanted = models.flatMap((m, i) => (sets === undefined || sets.includes(m.disId) ? [i] : []));
  const [exteriors, both, lhd, rhd] = await Promise.all([
    drawExteriors(wanted),
    interior('both'),
    interior('lhd'),
    interior('rhd'),
  ]);
  const packs: string[] = [];
  const pack = async (name: string, entries: Iterable<readonly [string, Uint8Array | string]>) => {
    packs.push(await writePack(join(out, name), entries));
  };
  const drawn = wanted.map((i) => {
    const model = models[i] as DemoModel;
    return { model, pictures: exteriors.get(model.disId) as Pictures };
  });
  for (const { model, pictures } of drawn) {
    const { disId } = model;
    await pack(`meta-${disId}.zip`, inFolder(disId, metaFiles(model)));
    await pack(`image-ext-${disId}.zip`, pictures);
    await pack(`image-int-${disId}.zip`, both);
    await pack(`image-int-lhd-${disId}.zip`, lhd);
    await pack(`image-int-rhd-${disId}.zip`, rhd);
  }
  const hatchback = drawn.find(({ model }) => model === models[0]);
  if (hatchback !== undefined) {
    await pack('oneLayer_rallye.zip', await wholePack(hatchback.pictures));
    await pack('meta_more_sets.zip', [
      ...inFolder(borrowingSet, borrowingMeta(hatchback.model)),
      ...inFolder(faultySet, faultyMeta()),
    ]);
    const faulty = await faultyPictures(hatchback.pictures);
    await pack(`image-ext-${faultySet}.zip`, faulty.common);
    await pack(`image-ext-lhd-${faultySet}.zip`, faulty.lhd);
  }
  await pack('static_demo.zip', await staticPack(drawn));
  if (big && hatchback !== undefined) packs.push(...(await bigPacks(out, hatchback.model, hatchback.pictures)));

  const globalConfigs: Demo['globalConfigs'] = [];
  for (const area of ['embargo', 'preprod', 'prod'] as const) {
    await mkdir(join(out, area), { recursive: true });
    for (const [name, text] of Object.entries(globalFiles())) {
      const path = join(out, area, name);
      await writeFile(path, text);
      globalConfigs.push({ area, path });
    }
  }
  return { packs, globalConfigs };
}

if (import.meta.main) {
  const at = process.argv.indexOf('--out');
  const out = at < 0 ? undefined : process.argv[at + 1];
  if (out === undefined) {
    console.error('Where to? node demo/make.ts --out DIR [--big]');
    process.exit(1);
  }
  const { packs, globalConfigs } = await makeDemo({ out, big: process.argv.includes('--big') });
  for (const path of [...packs, ...globalConfigs.map((c) => c.path)]) console.log(path);
}

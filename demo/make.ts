/**
 * Creates the demo: supplier packs and global configuration files, drawn by code. The bytes are the same every time.
 *
 *   demoParts({ out, sets?, big? })      writes them into a folder, part by part
 *   node demo/make.ts --out DIR [--big]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bigPacks } from './big.ts';
import { faultyMeta, faultyPictures, faultySet } from './faults.ts';
import { type DemoModel, models } from './models/models.ts';
import { borrowingMeta, borrowingSet, wholePack } from './oneLayer.ts';
import { interior, openPool, type Pictures } from './pictures.ts';
import { staticPack } from './statics.ts';
import { globalFiles } from './xml/global.ts';
import { metaFiles } from './xml/meta.ts';
import { writePack } from './zip.ts';

/** Files to upload together: those of one drawn set, or all others of a kind. */
export interface DemoPart {
  readonly title: string;
  /** of a drawn set */
  readonly disId?: string;
  readonly packs: readonly string[];
  readonly globalConfigs: readonly { readonly area: 'embargo' | 'preprod' | 'prod'; readonly path: string }[];
}

const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text] as const);

async function globalConfigs(out: string): Promise<DemoPart> {
  const files: DemoPart['globalConfigs'][number][] = [];
  for (const area of ['embargo', 'preprod', 'prod'] as const) {
    await mkdir(join(out, area), { recursive: true });
    for (const [name, text] of Object.entries(globalFiles())) {
      const path = join(out, area, name);
      await writeFile(path, text);
      files.push({ area, path });
    }
  }
  return { title: 'Global configurations', packs: [], globalConfigs: files };
}

/**
 * Yields the parts in the order in which to upload them. A part is drawn when it is requested, so reading the first car in
 * does not compete with drawing the next.
 *
 * `sets` limits the drawn models (disIds), and leaves out what would be derived from the others.
 * `big` adds 100 sets with 10,000 pictures.
 */
export async function* demoParts({
  out,
  sets,
  big = false,
}: {
  out: string;
  sets?: readonly string[];
  big?: boolean;
}): AsyncGenerator<DemoPart> {
  await mkdir(out, { recursive: true });
  const write = async (packs: Readonly<Record<string, Iterable<readonly [string, Uint8Array | string]>>>) => {
    const paths: string[] = [];
    for (const [name, entries] of Object.entries(packs)) paths.push(await writePack(join(out, `${name}.zip`), entries));
    return { packs: paths, globalConfigs: [] };
  };
  const wanted = models.flatMap((m, i) => (sets === undefined || sets.includes(m.disId) ? [i] : []));
  yield globalConfigs(out);
  const pool = openPool();
  const interiors = Promise.all([interior('both'), interior('lhd'), interior('rhd')]);
  const drawn: { model: DemoModel; pictures: Pictures }[] = [];
  for (const i of wanted) {
    const model = models[i] as DemoModel;
    const [pictures, [both, lhd, rhd]] = await Promise.all([pool.drawExterior(i), interiors]);
    drawn.push({ model, pictures });
    const { disId } = model;
    const packs = {
      [`meta-${disId}`]: inFolder(disId, metaFiles(model)),
      [`image-ext-${disId}`]: pictures,
      [`image-int-${disId}`]: both,
      [`image-int-lhd-${disId}`]: lhd,
      [`image-int-rhd-${disId}`]: rhd,
    };
    yield { title: model.name, disId, ...(await write(packs)) };
  }
  await pool.close();
  const hatchback = drawn.find(({ model }) => model === models[0]);
  if (hatchback !== undefined) {
    const faulty = await faultyPictures(hatchback.pictures);
    const packs = {
      oneLayer_rallye: await wholePack(hatchback.pictures),
      meta_more_sets: [...inFolder(borrowingSet, borrowingMeta(hatchback.model)), ...inFolder(faultySet, faultyMeta())],
      [`image-ext-${faultySet}`]: faulty.common,
      [`image-ext-lhd-${faultySet}`]: faulty.lhd,
    };
    yield { title: 'Sets without layers of their own, and one with faults', ...(await write(packs)) };
  }
  yield { title: 'Static pictures', ...(await write({ static_demo: await staticPack(drawn) })) };
  if (big && hatchback !== undefined) {
    const packs = await bigPacks(out, hatchback.model, hatchback.pictures);
    yield { title: '100 more sets', packs, globalConfigs: [] };
  }
}

if (import.meta.main) {
  const at = process.argv.indexOf('--out');
  const out = at < 0 ? undefined : process.argv[at + 1];
  if (out === undefined) {
    console.error('Where to? node demo/make.ts --out DIR [--big]');
    process.exit(1);
  }
  for await (const part of demoParts({ out, big: process.argv.includes('--big') })) {
    for (const path of [...part.packs, ...part.globalConfigs.map((one) => one.path)]) console.log(path);
  }
}

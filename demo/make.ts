/**
 * Makes the demo: supplier packs and global configuration files, drawn by code.
 *
 *   makeDemo({ out, sets? })    writes them into a folder
 *   node demo/make.ts --out DIR
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { models } from './models/models.ts';
import { drawExteriors, interior } from './pictures.ts';
import { metaFiles } from './xml/meta.ts';
import { writePack } from './zip.ts';

export interface Demo {
  /** files, in the order in which to upload them */
  readonly packs: string[];
  readonly globalConfigs: { readonly area: 'embargo' | 'preprod' | 'prod'; readonly path: string }[];
}

/** `sets`: only these models (their disId). */
export async function makeDemo({ out, sets }: { out: string; sets?: readonly string[] }): Promise<Demo> {
  await mkdir(out, { recursive: true });
  const wanted = models.flatMap((m, i) => (sets === undefined || sets.includes(m.disId) ? [i] : []));
  const exteriors = await drawExteriors(wanted);
  const inside = { both: await interior('both'), lhd: await interior('lhd'), rhd: await interior('rhd') };
  const packs: string[] = [];
  const pack = async (name: string, entries: Iterable<readonly [string, Uint8Array | string]>) => {
    packs.push(await writePack(join(out, name), entries));
  };
  for (const model of models.filter((_, i) => wanted.includes(i))) {
    const { disId } = model;
    await pack(
      `meta-${disId}.zip`,
      Object.entries(metaFiles(model)).map(([file, text]) => [`${disId}/${file}`, text] as const),
    );
    await pack(`image-ext-${disId}.zip`, exteriors.get(disId) ?? []);
    await pack(`image-int-${disId}.zip`, inside.both);
    await pack(`image-int-lhd-${disId}.zip`, inside.lhd);
    await pack(`image-int-rhd-${disId}.zip`, inside.rhd);
  }
  return { packs, globalConfigs: [] };
}

if (import.meta.main) {
  const at = process.argv.indexOf('--out');
  const out = at < 0 ? undefined : process.argv[at + 1];
  if (out === undefined) {
    console.error('Where to? node demo/make.ts --out DIR');
    process.exit(1);
  }
  const { packs, globalConfigs } = await makeDemo({ out });
  for (const path of [...packs, ...globalConfigs.map((c) => c.path)]) console.log(path);
}

/**
 * Creates many sets quickly: 100 sets of 100 pictures each, from pictures that have been drawn.
 *
 *   bigPacks      writes a meta pack and an image pack for each set
 *   varied        a PNG with different bytes that shows the same picture
 */
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { DemoModel } from './models/models.ts';
import type { Pictures } from './pictures.ts';
import { metaFiles } from './xml/meta.ts';
import { writePack } from './zip.ts';

const SETS = 100;
const PICTURES = 100;

/** Adds a text chunk right after the header: the picture stays, its SHA-256 does not. */
export function varied(png: Uint8Array, text: string): Uint8Array {
  const body = Buffer.from(`tEXtComment\0${text}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  const header = 8 + 25;
  return Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)]);
}

export async function bigPacks(out: string, model: DemoModel, pictures: Pictures): Promise<string[]> {
  const masters = [...pictures].filter(([path]) => !path.startsWith('thumb/')).slice(0, PICTURES);
  const packs: string[] = [];
  for (let i = 0; i < SETS; i++) {
    const start = `1PB${String(i).padStart(2, '0')}5`;
    const disId = `${start}xxxxxxxxxx`;
    const own = (id: string) => start + id.slice(6);
    const copy: DemoModel = {
      ...model,
      disId,
      rich: own(model.rich),
      ownProfile: true,
      versions: model.versions.map((v) => ({ ...v, id: own(v.id) })),
    };
    packs.push(
      await writePack(
        join(out, `meta-${disId}.zip`),
        Object.entries(metaFiles(copy)).map(([file, text]) => [`${disId}/${file}`, text] as const),
      ),
    );
    packs.push(
      await writePack(
        join(out, `image-ext-${disId}.zip`),
        masters.map(([path, png]) => [path, varied(png, disId)] as const),
      ),
    );
  }
  return packs;
}

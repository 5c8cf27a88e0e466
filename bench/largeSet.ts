/**
 * A large set for what people wait for in the browser: 600 features, 200 rule families, 200,000 versions, six angles of
 * 1280 x 720.
 *
 *   DIS_ID, VERSION, ANGLES
 *   feature          the id of a feature
 *   deliverLargeSet  its packs, through HTTP
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { zip } from '../e2e/packs.ts';
import { sendForm } from './deliveryServer.ts';

export const DIS_ID = '9ZZ9A5xxxxxxxxxx';
export const VERSION = '9ZZ9A5AAAAAAAAAA';
export const ANGLES = ['001', '002', '003', '004', '005', '006'];
const FAMILIES = 100;
const VERSIONS = 200_000;

const two = (n: number) => String.fromCharCode(65 + Math.floor(n / 10)) + (n % 10);
export const feature = (family: number, n: number) => `${two(family)}F${n}`;
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** 100 families of 6 features; 12 of 200 rule families paint, the others choose among layers without pictures. */
function metaFiles(): Record<string, string> {
  const angles = ANGLES.map((name) => `<angle name="${name}"/>`).join('');
  const layers = times(12, (f) => `<layer name="l${f}a" z="${f}"/><layer name="l${f}b" z="${f}"/>`);
  const wide = times(188, (f) => `<family name="w${f}"><layer name="w${f}" z="100" angles="none"/></family>`);
  return {
    'asset-profile.xml': `<assetProfile><viewport name="exterior">${angles}<resolution name="HD" width="1280" height="720"/></viewport></assetProfile>`,
    'features.xml': `<features><category name="All">${times(
      FAMILIES,
      (f) =>
        `<family id="${two(f)}" label="Family ${f}">${times(6, (n) => `<feature id="${feature(f, n)}" label="Feature ${f} ${n}"/>`).join('')}</family>`,
    ).join(
      '',
    )}</category><standards>${times(FAMILIES, (f) => `<standard feature="${feature(f, 0)}"/>`).join('')}</standards></features>`,
    'layers-ext.xml': `<layers>${layers.map((pair, f) => `<family name="f${f}">${pair}</family>`).join('')}${wide.join('')}</layers>`,
    'rules-ext.xml': `<rules>${times(12, (f) => `<family name="f${f}"><rule layer="l${f}b" when="${feature(f, 1)}"/><rule layer="l${f}a"/></family>`).join('')}${times(188, (f) => `<family name="w${f}"><rule layer="w${f}" when="${feature(f % FAMILIES, 5)} and not ${feature((f + 7) % FAMILIES, 4)}"/></family>`).join('')}</rules>`,
    'versions.xml': `<versions>${times(VERSIONS, (i) => `<version id="${i === 0 ? VERSION : `9ZZ9A5B${i.toString(36).toUpperCase().padStart(9, '0')}`}" label="Version ${i}"/>`).join('\n')}</versions>`,
  };
}

async function picture(index: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><ellipse cx="${200 + index * 70}" cy="360" rx="${600 / (1 + index / 3)}" ry="${330 / (1 + index / 3)}" fill="hsl(${index * 29},60%,50%)" fill-opacity="0.8"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** @param folder where the packs may be written for a moment */
export async function deliverLargeSet(address: string, headers: Record<string, string>, folder: string): Promise<void> {
  const deliver = async (name: string, bytes: Buffer): Promise<void> => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await sendForm(address, headers, path);
    await rm(path);
  };
  const meta = Object.fromEntries(Object.entries(metaFiles()).map(([name, xml]) => [`${DIS_ID}/${name}`, xml]));
  await deliver(`meta-${DIS_ID}.zip`, await zip(meta));
  const pictures: Record<string, Buffer> = {};
  for (let f = 0; f < 12; f++) {
    const [a, b] = [await picture(f), await picture(f + 12)];
    for (const angle of ANGLES) Object.assign(pictures, { [`${angle}/l${f}a.png`]: a, [`${angle}/l${f}b.png`]: b });
  }
  await deliver(`image-ext-${DIS_ID}.zip`, await zip(pictures));
}

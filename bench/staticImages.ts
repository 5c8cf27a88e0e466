/**
 * Static pictures: a search among 100,000, the first one after a delivery, and a PDF of 400 against pdfkit given the
 * PNG files.
 *
 *   staticImageRows
 */
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { buildStaticIndex, searchStatic } from '../src/engine/staticImages.ts';
import { makePreviews } from '../src/server/pictures/previews.ts';
import { writePdf } from '../src/server/staticImages/pdf.ts';
import { compare, lineOf, type Row } from './rows.ts';

const IMAGES = 100_000;
const PRINTED = 400;

/** A thousand folders of a hundred pictures. */
const images = Array.from({ length: IMAGES }, (_, i) => {
  const [model, body] = [String(i % 100).padStart(4, '0'), String(Math.floor(i / 100) % 10).padStart(2, 'B')];
  return { path: `colors/${i % 7 === 0 ? 'default' : model}/${body}/0M${String(i).padStart(6, '0')}.png` };
});

function searchRow(): Row {
  const packs = [buildStaticIndex(images)];
  const query = { model: '0042', bodyStyle: 'B3' };
  const search = async () => searchStatic(packs, 'colors', query, false);
  // Without an index: check every path, and of two pictures with one name take that of the named folder.
  const scan = async () => {
    const found = new Map<string, string>();
    for (const folder of ['default', query.model]) {
      for (const { path } of images) {
        const [, model, body, file = ''] = path.split('/');
        if (model === folder && (body === query.bodyStyle || body === 'default')) found.set(file, path);
      }
    }
    return [...found.values()].sort();
  };
  return {
    work: 'search among 100,000 static pictures, implicit',
    peer: 'looking at every path',
    reach: 10,
    measure: async () => {
      const [one, other] = [await search(), await scan()];
      if (one.map(({ path }) => path).join() !== other.join()) throw new Error('the two find different pictures');
      return compare(search, scan, 20);
    },
  };
}

/** What the first search after a delivery costs: the index of the new pack, while those of the others exist. */
function deliveryRow(): Row {
  const fresh = Array.from({ length: 1_000 }, (_, i) => ({
    path: `trims/${String(i % 100).padStart(4, '0')}/A5/${i}.png`,
  }));
  const others = [buildStaticIndex(images)];
  const query = { model: '0042', bodyStyle: 'A5' };
  const ours = async () => searchStatic([...others, buildStaticIndex(fresh)], 'trims', query, false);
  const peer = async () => searchStatic([buildStaticIndex([...images, ...fresh])], 'trims', query, false);
  return {
    work: 'first search after a pack of 1,000 came to an area of 100,000 static pictures',
    peer: "the area's index made anew",
    reach: 20,
    measure: async () => {
      const [one, other] = [await ours(), await peer()];
      if (one.map(({ path }) => path).join() !== other.map(({ path }) => path).join())
        throw new Error('the two find different pictures');
      return compare(ours, peer, 20);
    },
  };
}

async function pdfRow(): Promise<Row> {
  const size = { width: 1280, height: 720 };
  const pictures = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs><linearGradient id="g"><stop stop-color="hsl(${i * 18},70%,40%)"/><stop offset="1" stop-color="hsl(${i * 18},70%,70%)"/></linearGradient></defs><ellipse cx="640" cy="360" rx="620" ry="340" fill="url(#g)"/></svg>`;
      const png = await sharp(Buffer.from(svg)).png().toBuffer();
      return { png, jpeg: (await makePreviews(png)).print };
    }),
  );
  const of = (i: number) => pictures[i % pictures.length] as (typeof pictures)[number];
  const ours = () =>
    buffer(
      writePdf({
        title: 'Colors',
        facts: ['embargo'],
        images: Array.from({ length: PRINTED }, (_, i) => ({
          name: `0MM${i}`,
          folder: 'colors/1PP2/A5',
          jpeg: async () => of(i).jpeg,
        })),
      }),
    );
  const peer = () => {
    const doc = new PDFDocument({ size: 'A4', autoFirstPage: false });
    for (let i = 0; i < PRINTED; i++) {
      if (i % 24 === 0) doc.addPage();
      doc.image(of(i).png, 40 + (i % 4) * 130, 100 + (Math.floor(i / 4) % 6) * 110, { fit: [120, 80] });
      doc.text(`0MM${i}`, 40 + (i % 4) * 130, 190 + (Math.floor(i / 4) % 6) * 110, { lineBreak: false });
    }
    doc.end();
    return buffer(doc);
  };
  return {
    work: 'PDF of 400 pictures of 1280 x 720, as small JPEGs made at ingest',
    peer: 'pdfkit from the PNG files',
    reach: 50,
    measure: () => compare(ours, peer),
  };
}

export const staticImageRows = async (): Promise<Row[]> => [searchRow(), deliveryRow(), await pdfRow()];

if (import.meta.main) {
  for (const row of await staticImageRows()) console.log(lineOf(row, await row.measure()));
}

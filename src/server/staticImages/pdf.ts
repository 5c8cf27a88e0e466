/**
 * A catalogue to print: A4, a title, what it is of, and a grid of pictures with names and folders. Tagged, so that a
 * reading program says what each picture shows, and written while it is read: no picture but the present one is held.
 *
 *   Page, PrintedImage
 *   catalogueOf       the PDF as a stream
 */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export interface PrintedImage {
  readonly name: string;
  readonly folder: string;
  /** the picture as JPEG: put into the file as it is */
  jpeg(): Promise<Buffer>;
}

export interface Page {
  readonly title: string;
  /** area, brand, model */
  readonly facts: readonly string[];
  readonly images: readonly PrintedImage[];
  /** absent: today */
  readonly date?: Date;
}

/** Inter, SIL Open Font License: fonts/OFL.txt */
const fontFile = (weight: string) => fileURLToPath(new URL(`fonts/Inter-${weight}.otf`, import.meta.url));
const REGULAR = fontFile('Regular');
const BOLD = fontFile('SemiBold');

// Points, 72 to the inch, on A4 of 595.28 x 841.89.
const MARGIN = 40;
const WIDTH = 595.28 - 2 * MARGIN;
const HEIGHT = 841.89;
const COLUMNS = 4;
const ROWS = 6;
const A_PAGE = COLUMNS * ROWS;
const GAP = 12;
const CELL = { width: (WIDTH - GAP * (COLUMNS - 1)) / COLUMNS, height: 112 };
/** frame of a picture; inside its padding a picture of 16:9 fills it */
const FRAME = { width: CELL.width, height: 70, padding: 3 };
const GRID_TOP = 104;
const INK = '#1c2430';
const GREY = '#5b6673';
const LINE = '#d5dae1';

const AREA_WORDS: Readonly<Record<string, string>> = { embargo: 'Embargo', preprod: 'Pre-Prod', prod: 'Prod' };
const DATE = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'Europe/Berlin' });

export function catalogueOf({ title, facts, images, date = new Date() }: Page): Readable {
  const words = facts.map((fact) => AREA_WORDS[fact] ?? fact);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: [title, ...words].join(' · '), Creator: 'Lacquer', CreationDate: date },
  });
  const out = new PassThrough();
  doc.on('error', (error) => out.destroy(error));
  doc.pipe(out);
  write().catch((error: Error) => out.destroy(error));
  return out;

  async function write(): Promise<void> {
    const root = doc.struct('Document');
    doc.addStructure(root);
    const pages = Math.ceil(images.length / A_PAGE);
    for (let page = 0; page < pages; page++) {
      doc.addPage();
      artifact(() => head(page, pages));
      if (page === 0) root.add(doc.struct('H1', {}, () => doc.font(BOLD, 18).fillColor(INK).text(title, MARGIN, 36)));
      else artifact(() => doc.font(BOLD, 18).fillColor(INK).text(title, MARGIN, 36));
      for (const [i, image] of images.slice(page * A_PAGE, (page + 1) * A_PAGE).entries()) {
        const jpeg = await image.jpeg();
        // Who reads slowly, or not any more, must not fill the memory.
        if (out.writableNeedDrain) await Promise.race([once(out, 'drain'), once(out, 'close')]);
        if (out.destroyed) return;
        const x = MARGIN + (i % COLUMNS) * (CELL.width + GAP);
        const y = GRID_TOP + Math.floor(i / COLUMNS) * (CELL.height + 6);
        root.add(doc.struct('Figure', { alt: `${image.name}, ${image.folder}` }, () => picture(jpeg, x, y)));
        root.add(doc.struct('P', {}, () => caption(image, x, y + FRAME.height + 4)));
      }
    }
    root.end();
    doc.end();
  }

  /** What a reading program leaves out: it is on every page, or a line. */
  function artifact(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    doc.endMarkedContent();
  }

  function head(page: number, pages: number): void {
    doc.font(REGULAR, 9.5).fillColor(GREY);
    doc.text([...words, DATE.format(date)].join('  ·  '), MARGIN, 62, { lineBreak: false });
    doc.text(`${images.length.toLocaleString('de-DE')} ${images.length === 1 ? 'picture' : 'pictures'}`, MARGIN, 62, {
      width: WIDTH,
      align: 'right',
      lineBreak: false,
    });
    doc
      .moveTo(MARGIN, 84)
      .lineTo(MARGIN + WIDTH, 84)
      .lineWidth(0.6)
      .strokeColor(LINE)
      .stroke();
    doc.fontSize(8.5).text(`${page + 1} / ${pages}`, MARGIN, HEIGHT - 30, { width: WIDTH, align: 'center' });
  }

  function picture(jpeg: Buffer, x: number, y: number): void {
    // pdfkit has it, its types have not.
    const { openImage } = doc as unknown as { openImage: (src: Buffer) => { width: number; height: number } };
    const image = openImage.call(doc, jpeg);
    const room = { width: FRAME.width - 2 * FRAME.padding, height: FRAME.height - 2 * FRAME.padding };
    // At most a point a pixel: larger, a small icon would only show its pixels.
    const scale = Math.min(1, room.width / image.width, room.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    doc.image(jpeg, x + (FRAME.width - width) / 2, y + (FRAME.height - height) / 2, { width, height });
    doc.lineWidth(0.4).strokeColor(LINE).rect(x, y, FRAME.width, FRAME.height).stroke();
  }

  /** A name of up to two lines, a folder of up to two. */
  function caption({ name, folder }: PrintedImage, x: number, y: number): void {
    const options = { width: CELL.width, ellipsis: true } as const;
    doc.font(BOLD, 8).fillColor(INK);
    const nameHeight = doc.widthOfString(name) > CELL.width ? 21 : 11;
    doc.text(name, x, y, { ...options, height: nameHeight });
    doc
      .font(REGULAR, 6.5)
      .fillColor(GREY)
      .text(folder, x, y + nameHeight, { ...options, height: 17 });
  }
}

/**
 * A catalogue to print: A4, a title, what it is of, and a grid of pictures with names and folders. Tagged, so that a
 * reading program says what each picture shows, and written while it is read: no picture but the present one is held. A
 * picture that cannot be read has its place, its name and the words that say so: the others are there all the same.
 *
 *   Page, PrintedImage
 *   catalogueOf       the PDF as a stream
 *   printedDay        the day that it bears
 *   spelt             a text, with codes for what the font lacks
 */
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { SCREEN_TIME_ZONE } from '../../engine/screenTime.ts';

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

const RED = '#b3261e';
const UNREADABLE = 'This picture could not be read.';

const AREA_WORDS: Readonly<Record<string, string>> = { embargo: 'Embargo', preprod: 'Pre-Prod', prod: 'Prod' };
const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: SCREEN_TIME_ZONE });
/** The day as the screens show it. */
export const printedDay = (date: Date): string => day.format(date);

/** Waits until more can be written, or nobody reads any more. */
const drained = (out: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });

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
        const jpeg = await image.jpeg().catch(() => undefined);
        // Who reads slowly, or not any more, must not fill the memory.
        if (out.writableNeedDrain) await drained(out);
        if (out.destroyed) return;
        const x = MARGIN + (i % COLUMNS) * (CELL.width + GAP);
        const y = GRID_TOP + Math.floor(i / COLUMNS) * (CELL.height + 6);
        const alt = `${image.name}, ${image.folder}${jpeg ? '' : `: ${UNREADABLE}`}`;
        root.add(doc.struct('Figure', { alt }, () => picture(jpeg, x, y)));
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
    doc.text([...words, printedDay(date)].join('  ·  '), MARGIN, 62, { lineBreak: false });
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

  function picture(jpeg: Buffer | undefined, x: number, y: number): void {
    doc.lineWidth(0.4).strokeColor(LINE).rect(x, y, FRAME.width, FRAME.height).stroke();
    if (!jpeg) {
      const at = { width: FRAME.width - 4 * FRAME.padding, align: 'center' } as const;
      doc
        .font(REGULAR, 8)
        .fillColor(RED)
        .text(UNREADABLE, x + 2 * FRAME.padding, y + FRAME.height / 2 - 10, at);
      return;
    }
    // pdfkit has it, its types have not.
    const { openImage } = doc as unknown as { openImage: (src: Buffer) => { width: number; height: number } };
    const image = openImage.call(doc, jpeg);
    const room = { width: FRAME.width - 2 * FRAME.padding, height: FRAME.height - 2 * FRAME.padding };
    // At most a point a pixel: larger, a small icon would only show its pixels.
    const scale = Math.min(1, room.width / image.width, room.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    doc.image(jpeg, x + (FRAME.width - width) / 2, y + (FRAME.height - height) / 2, { width, height });
  }

  /** A name of up to two lines, a folder of up to two. */
  function caption({ name, folder }: PrintedImage, x: number, y: number): void {
    const options = { width: CELL.width, ellipsis: true } as const;
    doc.font(BOLD, 8).fillColor(INK);
    const shown = printable(name);
    const nameHeight = doc.widthOfString(shown) > CELL.width ? 21 : 11;
    doc.text(shown, x, y, { ...options, height: nameHeight });
    doc.font(REGULAR, 6.5).fillColor(GREY);
    doc.text(printable(folder), x, y + nameHeight, { ...options, height: 17 });
  }

  function printable(text: string): string {
    // pdfkit has it, its types have not.
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
    return spelt(text, (code) => font.hasGlyphForCodePoint(code));
  }
}

/** A sign that the font lacks stands as its code, `U+4E2D`, and not as an empty box: names stay apart. */
export function spelt(text: string, has: (code: number) => boolean): string {
  const signs = [...text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')].map((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return has(code) ? sign : ` U+${code.toString(16).toUpperCase().padStart(4, '0')} `;
  });
  return signs.join('').replace(/ {2,}/g, ' ').trim();
}

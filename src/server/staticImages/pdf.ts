/**
 * Writes a PDF for printing: A4, a title, the area with brand and model, and a grid of pictures with names and folders. It is
 * tagged, so that screen readers can tell what each picture shows. It is a stream and holds one picture in memory at a time.
 * A picture that cannot be read gets a frame with a message; the others are printed normally.
 *
 *   PdfContent, PdfPicture
 *   writePdf                 the PDF as a stream
 *   printedDate              the date in its head
 *   replaceMissingGlyphs     characters that the font lacks become their codes
 */
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { AREA_NAMES } from '../../contract/index.ts';
import { SCREEN_TIME_ZONE } from '../../engine/screenTime.ts';

export interface PdfPicture {
  readonly name: string;
  readonly folder: string;
  /** JPEG; its bytes go into the PDF unchanged */
  jpeg(): Promise<Buffer>;
}

export interface PdfContent {
  readonly title: string;
  /** area, brand, model */
  readonly facts: readonly string[];
  readonly images: readonly PdfPicture[];
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
const IMAGES_PER_PAGE = COLUMNS * ROWS;
const GAP = 12;
const CELL = { width: (WIDTH - GAP * (COLUMNS - 1)) / COLUMNS, height: 112 };
/** A picture of 16:9 fills the frame up to the padding. */
const FRAME = { width: CELL.width, height: 70, padding: 3 };
const GRID_TOP = 104;
const INK = '#1c2430';
const GREY = '#5b6673';
const LINE = '#d5dae1';

const RED = '#b3261e';
const UNREADABLE_TEXT = 'This picture could not be read.';

const AREA_NAMES_BY_ID: Readonly<Record<string, string>> = AREA_NAMES;
const dateFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: SCREEN_TIME_ZONE });
/** The date in the time zone and format that the screens use. */
export const printedDate = (date: Date): string => dateFormat.format(date);

/** Waits until the stream takes more bytes or is closed. */
const untilDrained = (out: PassThrough) =>
  new Promise<void>((resolve) => {
    const done = () => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });

export function writePdf({ title, facts, images, date = new Date() }: PdfContent): Readable {
  const subtitle = facts.map((fact) => AREA_NAMES_BY_ID[fact] ?? fact);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    // Otherwise pdfkit begins with Helvetica, whose metrics it reads from a file of its own.
    font: REGULAR,
    info: { Title: [title, ...subtitle].join(' · '), Creator: 'Lacquer', CreationDate: date },
  });
  const out = new PassThrough();
  doc.on('error', (error) => out.destroy(error));
  doc.pipe(out);
  write().catch((error: Error) => out.destroy(error));
  return out;

  async function write(): Promise<void> {
    const root = doc.struct('Document');
    doc.addStructure(root);
    const pages = Math.ceil(images.length / IMAGES_PER_PAGE);
    for (let page = 0; page < pages; page++) {
      doc.addPage();
      drawArtifact(() => drawHead(page, pages));
      if (page === 0) root.add(doc.struct('H1', {}, () => doc.font(BOLD, 18).fillColor(INK).text(title, MARGIN, 36)));
      else drawArtifact(() => doc.font(BOLD, 18).fillColor(INK).text(title, MARGIN, 36));
      for (const [i, image] of images.slice(page * IMAGES_PER_PAGE, (page + 1) * IMAGES_PER_PAGE).entries()) {
        // The page says so in the picture's place; what cannot be read was logged where it was read.
        const jpeg = await image.jpeg().catch(() => undefined);
        // A slow reader must not make the stream fill the memory.
        if (out.writableNeedDrain) await untilDrained(out);
        if (out.destroyed) return;
        const x = MARGIN + (i % COLUMNS) * (CELL.width + GAP);
        const y = GRID_TOP + Math.floor(i / COLUMNS) * (CELL.height + 6);
        const alt = `${image.name}, ${image.folder}${jpeg ? '' : `: ${UNREADABLE_TEXT}`}`;
        root.add(doc.struct('Figure', { alt }, () => drawPicture(jpeg, x, y)));
        root.add(doc.struct('P', {}, () => drawCaption(image, x, y + FRAME.height + 4)));
      }
    }
    root.end();
    doc.end();
  }

  /** Marks what screen readers skip: repeated heads, page numbers and lines. */
  function drawArtifact(draw: () => void): void {
    doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    doc.endMarkedContent();
  }

  function drawHead(page: number, pages: number): void {
    doc.font(REGULAR, 9.5).fillColor(GREY);
    doc.text([...subtitle, printedDate(date)].join('  ·  '), MARGIN, 62, { lineBreak: false });
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

  function drawPicture(jpeg: Buffer | undefined, x: number, y: number): void {
    doc.lineWidth(0.4).strokeColor(LINE).rect(x, y, FRAME.width, FRAME.height).stroke();
    if (!jpeg) {
      const at = { width: FRAME.width - 4 * FRAME.padding, align: 'center' } as const;
      doc
        .font(REGULAR, 8)
        .fillColor(RED)
        .text(UNREADABLE_TEXT, x + 2 * FRAME.padding, y + FRAME.height / 2 - 10, at);
      return;
    }
    // A function of pdfkit that its types leave out.
    const { openImage } = doc as unknown as { openImage: (src: Buffer) => { width: number; height: number } };
    const image = openImage.call(doc, jpeg);
    const inner = { width: FRAME.width - 2 * FRAME.padding, height: FRAME.height - 2 * FRAME.padding };
    // At most one point per pixel: an enlarged icon would look coarse.
    const scale = Math.min(1, inner.width / image.width, inner.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    doc.image(jpeg, x + (FRAME.width - width) / 2, y + (FRAME.height - height) / 2, { width, height });
  }

  /** The name and the folder, each in up to two lines. */
  function drawCaption({ name, folder }: PdfPicture, x: number, y: number): void {
    const options = { width: CELL.width, ellipsis: true } as const;
    doc.font(BOLD, 8).fillColor(INK);
    const shown = printable(name);
    const nameHeight = doc.widthOfString(shown) > CELL.width ? 21 : 11;
    doc.text(shown, x, y, { ...options, height: nameHeight });
    doc.font(REGULAR, 6.5).fillColor(GREY);
    doc.text(printable(folder), x, y + nameHeight, { ...options, height: 17 });
  }

  function printable(text: string): string {
    // A function of pdfkit that its types leave out.
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font;
    return replaceMissingGlyphs(text, (code) => font.hasGlyphForCodePoint(code));
  }
}

/** Replaces characters that the font lacks by their codes, such as `U+4E2D`, so that names stay different. */
export function replaceMissingGlyphs(text: string, hasGlyph: (code: number) => boolean): string {
  const characters = [...text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')].map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return hasGlyph(code) ? character : ` U+${code.toString(16).toUpperCase().padStart(4, '0')} `;
  });
  return characters.join('').replace(/ {2,}/g, ' ').trim();
}

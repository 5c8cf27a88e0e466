/**
 * Walks the segments of a JPEG (ITU-T T.81): decoders fill in missing data and ignore what follows the end.
 *
 *   JpegWalk
 *   walkJpeg      whatever there is of it, also for a damaged file
 *   checkJpeg     @throws Error with a sentence for the sender
 */
import { exifOf, orientationOf } from './exif.ts';
import { createPieceList, type PieceList, type Pieces } from './pieces.ts';

/** For each coefficient of a component: the lowest bit that was sent, -1 for none. */
type Sent = Int8Array;

export interface JpegWalk {
  /** without metadata: no Exif except the orientation, no XMP, GPS, comment or thumbnail, nothing after the end */
  readonly pieces: Pieces;
  /** pixels; undefined without a frame header */
  readonly frame: { readonly width: number; readonly height: number; readonly progressive: boolean } | undefined;
  readonly frames: number;
  readonly scans: number;
  readonly ended: boolean;
  /** whether every bit of every coefficient was sent */
  readonly complete: boolean;
}

const [SOI, EOI, SOS, COM, TEM] = [0xd8, 0xd9, 0xda, 0xfe, 0x01];
const [RST0, RST7] = [0xd0, 0xd7];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const PROGRESSIVE = [0xc2, 0xca];
const COEFFICIENTS = 64;
/** Decoders process the whole picture for each scan; encoders write about ten. */
const MAX_SCANS = 200;
const JFIF_THUMBNAIL = 12;

/** Start of frame: C0 to CF except the tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const startsWith = (data: Buffer, text: string): boolean => data.toString('latin1', 0, text.length) === text;

function keepSegment(marker: number, data: Buffer, from: number, to: number, out: PieceList): void {
  if (marker === APP1 && startsWith(data, 'Exif\0\0')) {
    const orientation = orientationOf(data.subarray(6));
    if (orientation === 1) return;
    const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)]);
    out.insert(Buffer.concat([Buffer.from([0xff, APP1, 0, body.length + 2]), body]));
    return;
  }
  const isColour = marker === APP2 && startsWith(data, 'ICC_PROFILE\0');
  const isTransform = marker === APP14 && startsWith(data, 'Adobe');
  const isPlainJfif =
    marker === APP0 && startsWith(data, 'JFIF\0') && data[JFIF_THUMBNAIL] === 0 && data[JFIF_THUMBNAIL + 1] === 0;
  const isMetadata = marker === COM || (marker >= APP0 && marker <= APP15);
  if (!isMetadata || isColour || isTransform || isPlainJfif) out.keep(from, to);
}

/** @returns where the next marker begins after the entropy-coded data, or the file's length if there is none */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return bytes.length;
    if (next !== 0 && next !== 0xff && (next < RST0 || next > RST7)) return at;
  }
  return bytes.length;
}

/** Records what a scan sends. @param data of the segment, after its length */
function note(sent: ReadonlyMap<number, Sent>, data: Buffer, progressive: boolean): void {
  const count = data[0] ?? 0;
  const [first = 0, last = 0, bits = 0] = data.subarray(1 + 2 * count);
  for (let i = 0; i < count; i++) {
    const component = sent.get(data[1 + 2 * i] ?? -1);
    if (progressive) component?.fill(bits & 0x0f, first, last + 1);
    else component?.fill(0);
  }
}

export function walkJpeg(bytes: Buffer): JpegWalk {
  const out = createPieceList();
  const sent = new Map<number, Sent>();
  let frame: JpegWalk['frame'];
  let [frames, scans, ended] = [0, 0, false];
  let at = 2;
  out.keep(0, at);
  while (at + 1 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      out.keep(at, at + 2);
      ended = true;
      break;
    }
    if (marker === SOI || marker === TEM || (marker >= RST0 && marker <= RST7)) {
      out.keep(at, at + 2);
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) break;
    const data = bytes.subarray(at + 4, end);
    if (isFrame(marker) && data.length >= 6) {
      frames += 1;
      frame = {
        height: data.readUInt16BE(1),
        width: data.readUInt16BE(3),
        progressive: PROGRESSIVE.includes(marker),
      };
      for (let i = 0; i < (data[5] ?? 0); i++) sent.set(data[6 + 3 * i] ?? -1, new Int8Array(COEFFICIENTS).fill(-1));
    }
    if (marker === SOS) {
      scans += 1;
      note(sent, data, frame?.progressive ?? false);
      const afterScan = endOfScan(bytes, end);
      out.keep(at, afterScan);
      at = afterScan;
    } else {
      keepSegment(marker, data, at, end, out);
      at = end;
    }
  }
  // Keep a damaged rest as it is: only a decoder can tell whether it is usable.
  if (!ended) out.keep(at, bytes.length);
  const complete = sent.size > 0 && [...sent.values()].every((component) => component.every((bit) => bit === 0));
  return { pieces: out.pieces, frame, frames, scans, ended, complete };
}

/** @returns its size in pixels */
export function checkJpeg(bytes: Buffer): { width: number; height: number } {
  const { frame, frames, scans, ended, complete } = walkJpeg(bytes);
  if (!ended) throw new Error('the picture is cut off or damaged: its segments do not lead to an end');
  if (!frame || frames !== 1) throw new Error(`the file contains ${frames} pictures; it must contain one`);
  if (scans > MAX_SCANS) throw new Error(`the picture is sent in ${scans} passes; at most ${MAX_SCANS} are allowed`);
  if (!complete) throw new Error('the picture is cut off: parts of its data are missing');
  return frame;
}

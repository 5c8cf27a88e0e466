/**
 * Where the entries of a zip are (PKWARE APPNOTE 4.3). Readers disagree about bytes that the directory does not account
 * for: some walk the local headers, others trust the directory. So headers and descriptors must agree with the
 * directory, and together they must account for every byte.
 *
 *   Span
 *   locate             the span of an entry, or why its header does not fit
 *   directoryProblem   whether the directory and the records after it fill the end of the file
 *   layoutProblems     bytes that belong to two entries, or to none
 */
import type { Entry } from 'yauzl';
import type { PositionalReader } from '../blobs/blobs.ts';

/** One entry: header, data and descriptor. */
export interface Span {
  readonly name: string;
  readonly start: number;
  /** where its data begins */
  readonly data: number;
  readonly end: number;
}
export interface LayoutProblem {
  entry: string;
  reason: string;
}

const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04034b50;
const DESCRIPTOR_SIGNATURE = 0x08074b50;
const DESCRIBED = 0x8;
/** encrypted, described, patched, strongly encrypted, UTF-8, masked */
const COMPARED_FLAGS = 0x2869;
const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;
const IN_ZIP64 = 0xffffffff;

interface ExtraField {
  id: number;
  data: Buffer;
}

/** @returns undefined if a field ends past the end; a rest too short for a field is padding */
function extraFieldsOf(extra: Buffer): ExtraField[] | undefined {
  const fields: ExtraField[] = [];
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) return undefined;
    fields.push({ id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}

/** @returns a sentence if a reader of extra fields would see another name or size */
function extraProblem(
  fields: readonly ExtraField[] | undefined,
  entry: Entry,
  sizes: readonly number[],
): string | undefined {
  // No reader interprets padding that is not a field.
  if (!fields) return sizes.includes(IN_ZIP64) ? 'the extra fields at the entry are damaged' : undefined;
  const zip64 = fields.filter(({ id }) => id === ZIP64);
  if (zip64.length > 1) return 'the entry has two zip64 fields';
  if (sizes.includes(IN_ZIP64)) {
    const [field] = zip64;
    const wanted = [entry.uncompressedSize, entry.compressedSize].filter((_, i) => sizes[i] === IN_ZIP64);
    if (!field || field.data.length < wanted.length * 8) return 'the zip64 field at the entry is missing';
    if (wanted.some((size, i) => field.data.readBigUInt64LE(i * 8) !== BigInt(size))) {
      return 'the size at the entry differs from the directory';
    }
  }
  const renamed = fields.find(({ id, data }) => id === UNICODE_PATH && data.length >= 5);
  if (renamed && !renamed.data.subarray(5).equals(entry.fileNameRaw)) return 'the entry has a second, different name';
  return undefined;
}

/** Length of the data descriptor after the data: with or without a signature, with sizes of 4 or 8 bytes. */
async function descriptorLength(reader: PositionalReader, entry: Entry, at: number): Promise<number | undefined> {
  const bytes = await reader.read(at, Math.min(24, Math.max(0, reader.size - at)));
  const sizes = [entry.compressedSize, entry.uncompressedSize];
  for (const signed of [true, false]) {
    const crcAt = signed ? 4 : 0;
    if (signed && (bytes.length < 4 || bytes.readUInt32LE(0) !== DESCRIPTOR_SIGNATURE)) continue;
    if (bytes.length < crcAt + 12 || bytes.readUInt32LE(crcAt) !== entry.crc32) continue;
    const from = crcAt + 4;
    const narrow = sizes.every((size, i) => size < IN_ZIP64 && bytes.readUInt32LE(from + i * 4) === size);
    if (narrow) return from + 8;
    const wide =
      bytes.length >= from + 16 && sizes.every((size, i) => bytes.readBigUInt64LE(from + i * 8) === BigInt(size));
    if (wide) return from + 16;
  }
  return undefined;
}

/** @param name for messages. @returns a sentence if the local header or descriptor contradicts the directory */
export async function locate(reader: PositionalReader, entry: Entry, name: string): Promise<Span | string> {
  const start = entry.relativeOffsetOfLocalHeader;
  if (start + LOCAL_HEADER > reader.size) return 'the entry starts past the end of the file';
  const wanted = LOCAL_HEADER + entry.fileNameRaw.length;
  const header = await reader.read(start, Math.min(wanted, reader.size - start));
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) return 'the directory names a position where no entry begins';
  const flags = header.readUInt16LE(6);
  const [method, crc] = [header.readUInt16LE(8), header.readUInt32LE(14)];
  const sizes = [header.readUInt32LE(22), header.readUInt32LE(18)];
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const data = start + LOCAL_HEADER + nameLength + extraLength;
  const dataEnd = data + entry.compressedSize;
  if (dataEnd > reader.size) return 'the entry ends past the end of the file';
  if (nameLength !== entry.fileNameRaw.length || !header.subarray(LOCAL_HEADER, wanted).equals(entry.fileNameRaw)) {
    return 'the name at the entry differs from the name in the directory';
  }
  if ((flags & COMPARED_FLAGS) !== (entry.generalPurposeBitFlag & COMPARED_FLAGS)) {
    return 'the flags at the entry differ from the directory';
  }
  if (method !== entry.compressionMethod) return 'the compression method at the entry differs from the directory';
  // `read` may reuse its buffer, so the header's fields were read first.
  const extra = extraLength > 0 ? await reader.read(data - extraLength, extraLength) : Buffer.alloc(0);
  const described = (flags & DESCRIBED) !== 0;
  const problem =
    extraProblem(extraFieldsOf(extra), entry, described ? [] : sizes) ??
    extraProblem(extraFieldsOf(entry.extraFieldRaw), entry, []);
  if (problem !== undefined) return problem;
  if (described) {
    const length = await descriptorLength(reader, entry, dataEnd);
    if (length === undefined) return 'the data descriptor after the entry differs from the directory';
    return { name, start, data, end: dataEnd + length };
  }
  if (crc !== entry.crc32) return 'the CRC at the entry differs from the directory';
  const differs = [entry.uncompressedSize, entry.compressedSize].some(
    (size, i) => sizes[i] !== IN_ZIP64 && sizes[i] !== size,
  );
  if (differs) return 'the size at the entry differs from the directory';
  return { name, start, data, end: dataEnd };
}

const END_RECORD = 22;
const ZIP64_LOCATOR = 20;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_RECORD = 56;

/**
 * @param directory where it begins and ends, found by reading its entries
 * @param comment   bytes of the comment of the zip
 */
export async function directoryProblem(
  reader: PositionalReader,
  directory: { start: number; end: number },
  comment: number,
): Promise<string | undefined> {
  const endRecord = reader.size - END_RECORD - comment;
  const tailAt = Math.max(0, endRecord - ZIP64_LOCATOR);
  const tail = Buffer.from(await reader.read(tailAt, endRecord + END_RECORD - tailAt));
  const record = tail.subarray(endRecord - tailAt);
  let sizes = [record.readUInt32LE(12), record.readUInt32LE(16)];
  let follows = endRecord;
  if (endRecord >= ZIP64_LOCATOR && tail.readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE) {
    follows = Number(tail.readBigUInt64LE(8));
    if (follows + ZIP64_RECORD > tailAt) return 'the zip64 records do not fit together';
    const zip64 = await reader.read(follows, ZIP64_RECORD);
    if (follows + 12 + Number(zip64.readBigUInt64LE(4)) !== tailAt) return 'the zip64 records do not fit together';
    const wide = [Number(zip64.readBigUInt64LE(40)), Number(zip64.readBigUInt64LE(48))];
    if (sizes.some((size, i) => size !== IN_ZIP64 && size !== wide[i])) return 'the zip64 records do not fit together';
    sizes = wide;
  }
  if (directory.end !== follows)
    return `${Math.abs(follows - directory.end)} bytes stand between the directory and its end record`;
  if (sizes[0] !== directory.end - directory.start || sizes[1] !== directory.start) {
    return 'the directory has another size or position than the zip says';
  }
  return undefined;
}

/** @param end where the directory begins */
export function layoutProblems(spans: readonly Span[], end: number): LayoutProblem[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const problems: LayoutProblem[] = [];
  const begin = sorted[0]?.start ?? end;
  if (begin > 0) problems.push({ entry: '', reason: `${begin} bytes stand before the first entry` });
  for (const [i, span] of sorted.entries()) {
    const next = sorted[i + 1];
    const until = next?.start ?? end;
    if (span.end > until) {
      const whose = next ? `shares bytes with ${span.name}` : 'reaches into the directory';
      problems.push({ entry: (next ?? span).name, reason: `the entry ${whose}` });
    } else if (span.end < until) {
      problems.push({ entry: span.name, reason: `${until - span.end} bytes after the entry belong to no entry` });
    }
  }
  return problems;
}

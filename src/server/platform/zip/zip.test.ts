/**
 * Zips that nobody should trust: those of two public test suites (testdata/, with their licences; cases.tsv has what is
 * expected of each) and zips made here byte by byte. Two of the suites' good zips are refused here, because their names are
 * not UTF-8.
 */
import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionalReader } from '../blobs/blobs.ts';
import { listEntries, readStoredEntry, type ZipLimits } from './zip.ts';

const LIMITS: ZipLimits = { entries: 1000, entryBytes: 1024 ** 2, ratio: 200 };

function readerOf(bytes: Buffer): PositionalReader {
  return {
    size: bytes.length,
    async read(position, length) {
      if (position + length > bytes.length) throw new Error('reading past the end');
      return Buffer.from(bytes.subarray(position, position + length));
    },
    close: async () => {},
  };
}

/** @returns what is wrong with the zip or its data; empty when every entry could be read */
async function problemsOf(bytes: Buffer, limits = LIMITS): Promise<string[]> {
  const reader = readerOf(bytes);
  const { entries, problems } = await listEntries(reader, limits);
  const read = await Promise.all(
    entries.map((entry) =>
      readStoredEntry(reader, entry).then(
        () => [],
        (error: Error) => [error.message],
      ),
    ),
  );
  return [...problems.map(({ reason }) => reason), ...read.flat()];
}

interface Part {
  name: string | Buffer;
  data?: Buffer;
  deflate?: boolean;
  flags?: number;
  /** what the directory says where it differs from the truth */
  size?: number;
  compressedSize?: number;
  crc?: number;
  method?: number;
  mode?: number;
  offset?: number;
  /** what the entry itself says where it differs from the directory */
  local?: { name?: string; method?: number; crc?: number; size?: number };
}

/** A zip written by hand, so that every field may lie. */
function zipOf(parts: readonly Part[]): Buffer {
  const blocks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const { data = Buffer.from('content'), flags = 0x800 } = part;
    const packed = part.deflate ? deflateRawSync(data) : data;
    const truth = {
      name: Buffer.from(part.name),
      method: part.method ?? (part.deflate ? 8 : 0),
      crc: part.crc ?? crc32(data),
      compressed: part.compressedSize ?? packed.length,
      size: part.size ?? data.length,
    };
    const here = { ...truth, ...part.local, name: Buffer.from(part.local?.name ?? truth.name) };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(here.method, 8);
    local.writeUInt32LE(here.crc, 14);
    local.writeUInt32LE(here.compressed, 18);
    local.writeUInt32LE(here.size, 22);
    local.writeUInt16LE(here.name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(truth.method, 10);
    central.writeUInt32LE(truth.crc, 16);
    central.writeUInt32LE(truth.compressed, 20);
    central.writeUInt32LE(truth.size, 24);
    central.writeUInt16LE(truth.name.length, 28);
    central.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(part.offset ?? at, 42);
    blocks.push(local, here.name, packed);
    directory.push(central, truth.name);
    at += local.length + here.name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  const size = Buffer.concat(directory).length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...blocks, ...directory, end]);
}

describe('the public test suites', () => {
  const folder = new URL('./testdata/', import.meta.url);
  const cases = readFileSync(new URL('cases.tsv', folder), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [file: string, verdict: string]);

  it.each(cases.filter(([, verdict]) => verdict === 'reject'))('refuse %s', async (file) => {
    expect(await problemsOf(readFileSync(new URL(file, folder)))).not.toEqual([]);
  });

  it.each(cases.filter(([, verdict]) => verdict === 'accept'))('read %s', async (file) => {
    expect(await problemsOf(readFileSync(new URL(file, folder)), { ...LIMITS, ratio: 1100 })).toEqual([]);
  });
});

describe('zips made by hand', () => {
  it('reads stored and deflated entries and leaves out folders and what file managers leave behind', async () => {
    const text = Buffer.from('text '.repeat(20));
    const reader = readerOf(
      zipOf([
        { name: '001/' },
        { name: '001/body.png', data: text, deflate: true },
        { name: '001/wheels.png' },
        { name: '__MACOSX/001/._body.png' },
        { name: '001/.DS_Store' },
        { name: 'Thumbs.db' },
      ]),
    );
    const { entries, problems } = await listEntries(reader, LIMITS);
    expect(problems).toEqual([]);
    expect(entries.map((entry) => entry.path)).toEqual(['001/body.png', '001/wheels.png']);
    const bytes = await Promise.all(entries.map((entry) => readStoredEntry(reader, entry)));
    expect(bytes.map(String)).toEqual([String(text), 'content']);
  });

  it('reads unmarked names that are UTF-8, as macOS writes them, in their composed form', async () => {
    const reader = readerOf(
      zipOf([
        { name: 'a\u0308.png', flags: 0 },
        { name: 'räder/ö.png', flags: 0 },
      ]),
    );
    const { entries, problems } = await listEntries(reader, LIMITS);
    expect(problems).toEqual([]);
    expect(entries.map((entry) => entry.path)).toEqual(['\u00e4.png', 'räder/ö.png']);
  });

  const deflated = Buffer.alloc(5000, 'lacquer ');
  const hostile: [what: string, parts: Part[], reason: RegExp][] = [
    ['a path to above', [{ name: '../outside' }], /\.\. folder/],
    ['a path to above inside', [{ name: 'a/../../outside' }], /\.\. folder/],
    ['a path to above that looks ignorable', [{ name: '__MACOSX/../../outside' }], /\.\. folder/],
    ['an absolute path', [{ name: '/etc/passwd' }], /absolute/],
    ['a drive', [{ name: 'C:/x' }], /absolute/],
    ['a backslash', [{ name: '..\\outside' }], /backslash/],
    ['a control character', [{ name: 'a\u0000.png' }], /control/],
    ['bytes that are not UTF-8', [{ name: Buffer.from([0x61, 0xff]) }], /UTF-8/],
    ['an unmarked name of an older code page', [{ name: Buffer.from([0x84, 0x2e, 0x70]), flags: 0 }], /UTF-8/],
    ['an unmarked path to above', [{ name: 'ä/../../b', flags: 0 }], /\.\. folder/],
    ['names that an unmarked one equals', [{ name: 'e\u0301', flags: 0 }, { name: '\u00e9' }], /two entries/],
    ['an empty folder name', [{ name: 'a//b' }], /empty/],
    ['a symbolic link', [{ name: 'a', mode: 0o120777 }], /link/],
    ['a device', [{ name: 'a', mode: 0o060666 }], /device/],
    ['an encrypted entry', [{ name: 'a', flags: 0x801, deflate: true }], /encrypted/],
    ['an unknown method', [{ name: 'a', method: 12 }], /method 12/],
    ['two entries of one name', [{ name: 'a' }, { name: 'a' }], /two entries/],
    ['names that differ in case', [{ name: 'a/B.png' }, { name: 'A/b.png' }], /case/],
    ['names that differ in composition', [{ name: '\u00e9' }, { name: 'e\u0301' }], /spelling/],
    ['another name at the entry', [{ name: 'a', local: { name: 'b' } }], /name at the entry/],
    ['another method at the entry', [{ name: 'a', local: { method: 8 } }], /method at the entry/],
    ['another CRC at the entry', [{ name: 'a', local: { crc: 1 } }], /CRC at the entry/],
    ['another size at the entry', [{ name: 'a', deflate: true, local: { size: 1 } }], /size at the entry/],
    ['a wrong CRC', [{ name: 'a', crc: 1 }], /CRC/],
    ['more data than declared', [{ name: 'a', data: deflated, deflate: true, size: 100 }], /declared/],
    ['less data than declared', [{ name: 'a', data: deflated, deflate: true, size: 6000 }], /declared/],
    ['an empty entry with data', [{ name: 'a', data: deflated, deflate: true, size: 0 }], /declared/],
    ['data that is not deflated', [{ name: 'a', method: 8 }], /inflated/],
    ['a stored entry of two sizes', [{ name: 'a', size: 8 }], /size/],
    ['two entries on the same bytes', [{ name: 'a' }, { name: 'a', offset: 0 }], /two entries/],
    ['an entry past the end', [{ name: 'a', offset: 100_000 }], /past the end/],
    ['data past the end', [{ name: 'a', deflate: true, compressedSize: 100_000 }], /overflows|past the end/],
    ['an entry that is too large', [{ name: 'a', data: Buffer.alloc(2 * 1024 ** 2), deflate: true }], /allowed/],
    [
      'a bomb of many entries',
      Array.from({ length: 9 }, (_, i) => ({ name: `${i}`, data: Buffer.alloc(1024 ** 2), deflate: true })),
      /times the zip/,
    ],
    ['too many entries', Array.from({ length: 1001 }, (_, i) => ({ name: `${i}` })), /1000 are allowed/],
  ];
  it.each(hostile)('refuses %s', async (_what, parts, reason) => {
    expect((await problemsOf(zipOf(parts))).join('\n')).toMatch(reason);
  });

  it('refuses entries that overlap, as in a bomb that quotes its own headers', async () => {
    // The first entry's data holds the second entry whole, and the directory names both.
    const inner = zipOf([{ name: 'inner' }]).subarray(0, 30 + 5 + 7);
    const zip = zipOf([
      { name: 'outer', data: inner },
      { name: 'inner', offset: 30 + 5 },
    ]);
    expect((await problemsOf(zip)).join('\n')).toMatch(/shares bytes with outer/);
  });

  it('names every problem with its entry', async () => {
    const { problems } = await listEntries(readerOf(zipOf([{ name: '../a' }, { name: 'b' }, { name: '/c' }])), LIMITS);
    expect(problems.map(({ entry }) => entry)).toEqual(['../a', '/c']);
  });

  it('never throws, whatever bytes of a good zip are changed', async () => {
    const good = zipOf([{ name: 'a/b.png', data: deflated, deflate: true }, { name: 'a/c.png' }]);
    const change = fc.record({ at: fc.nat(good.length - 1), to: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(good.length), async (changes, cut) => {
        const bytes = Buffer.from(good);
        for (const { at, to } of changes) bytes[at] = to;
        await problemsOf(bytes);
        await problemsOf(bytes.subarray(0, cut));
      }),
      { numRuns: 300 },
    );
  });
});

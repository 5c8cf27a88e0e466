/**
 * Untrusted zips: those of two public test suites (testdata/, with their licences; cases.tsv has the expected results)
 * and zips made here byte by byte. Two good zips of the suites are refused because their names are not UTF-8.
 */
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionalReader } from '../blobs/blobs.ts';
import { readStoredEntry } from './storedEntry.ts';
import { handMadeZip, type Part } from './testing/handMadeZip.ts';
import { listEntries, type ZipLimits } from './zip.ts';

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
      readStoredEntry(reader, entry, { exact: true }).then(
        () => [],
        (error: Error) => [error.message],
      ),
    ),
  );
  return [...problems.map(({ reason }) => reason), ...read.flat()];
}

/** A descriptor of the default content. */
const descriptor = ({ signed = true, wide = false, crc = crc32(Buffer.from('content')), size = 7 } = {}): Buffer => {
  const head = Buffer.alloc(signed ? 8 : 4);
  if (signed) head.writeUInt32LE(0x08074b50, 0);
  head.writeUInt32LE(crc, signed ? 4 : 0);
  const sizes = Buffer.alloc(wide ? 16 : 8);
  for (const i of [0, 1]) {
    if (wide) sizes.writeBigUInt64LE(BigInt(size), i * 8);
    else sizes.writeUInt32LE(size, i * 4);
  }
  return Buffer.concat([head, sizes]);
};
const extraField = (id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};

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

describe('hand-made zips', () => {
  it('reads stored and deflated entries, and skips folders and files that file managers leave behind', async () => {
    const text = Buffer.from('text '.repeat(20));
    const reader = readerOf(
      handMadeZip([
        { name: '001/', data: Buffer.alloc(0) },
        { name: '002/', data: Buffer.alloc(0), deflate: true },
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
      handMadeZip([
        { name: 'a\u0308.png', flags: 0 },
        { name: 'räder/ö.png', flags: 0 },
      ]),
    );
    const { entries, problems } = await listEntries(reader, LIMITS);
    expect(problems).toEqual([]);
    expect(entries.map((entry) => entry.path)).toEqual(['\u00e4.png', 'räder/ö.png']);
  });

  const described: [what: string, part: Partial<Part>][] = [
    ['signed', { behind: descriptor() }],
    ['bare', { behind: descriptor({ signed: false }) }],
    ['signed, of zip64', { behind: descriptor({ wide: true }) }],
    ['bare, of zip64', { behind: descriptor({ signed: false, wide: true }) }],
    ['with sizes at the entry left out', { behind: descriptor(), local: { crc: 0, size: 0 } }],
  ];
  it.each(described)('reads entries with a data descriptor, %s', async (_what, part) => {
    expect(await problemsOf(handMadeZip([{ name: 'a', flags: 0x808, ...part }, { name: 'b' }]))).toEqual([]);
  });

  const deflated = Buffer.alloc(5000, 'content ');
  const hidden = handMadeZip([{ name: 'hidden' }]).subarray(0, 30 + 6 + 7);
  const zip64 = (size: number) => {
    const sizes = Buffer.alloc(16);
    sizes.writeBigUInt64LE(BigInt(size), 0);
    sizes.writeBigUInt64LE(BigInt(size), 8);
    return extraField(1, sizes);
  };
  const hostile: [what: string, parts: Part[], reason: RegExp][] = [
    ['a path to the parent', [{ name: '../outside' }], /\.\. folder/],
    ['a path to the parent inside', [{ name: 'a/../../outside' }], /\.\. folder/],
    ['a path to the parent that looks ignorable', [{ name: '__MACOSX/../../outside' }], /\.\. folder/],
    ['an absolute path', [{ name: '/etc/passwd' }], /absolute/],
    ['a drive', [{ name: 'C:/x' }], /absolute/],
    ['a backslash', [{ name: '..\\outside' }], /backslash/],
    ['a control character', [{ name: 'a\u0000.png' }], /control/],
    ['bytes that are not UTF-8', [{ name: Buffer.from([0x61, 0xff]) }], /UTF-8/],
    ['an unmarked name of an older code page', [{ name: Buffer.from([0x84, 0x2e, 0x70]), flags: 0 }], /UTF-8/],
    ['an unmarked path to the parent', [{ name: 'ä/../../b', flags: 0 }], /\.\. folder/],
    ['names that an unmarked one equals', [{ name: 'e\u0301', flags: 0 }, { name: '\u00e9' }], /two entries/],
    ['an empty folder name', [{ name: 'a//b' }], /empty/],
    ['a symbolic link', [{ name: 'a', mode: 0o120777 }], /link/],
    ['a device', [{ name: 'a', mode: 0o060666 }], /device/],
    ['an encrypted entry', [{ name: 'a', flags: 0x801, deflate: true }], /encrypted/],
    ['patch data', [{ name: 'a', flags: 0x820 }], /patch/],
    ['a hidden entry between two', [{ name: 'a', behind: hidden }, { name: 'b' }], /43 bytes after the entry/],
    ['a hidden entry after the last', [{ name: 'a' }, { name: 'b', behind: hidden }], /43 bytes after the entry/],
    ['a hidden entry in a folder', [{ name: 'a/', data: hidden }, { name: 'a/b' }], /folder has content/],
    ['a hidden entry after a skipped one', [{ name: 'a' }, { name: '.DS_Store', behind: hidden }], /43 bytes/],
    ['bytes after deflated data', [{ name: 'a', deflate: true, trailing: hidden }], /43 bytes follow the end/],
    ['no descriptor', [{ name: 'a', flags: 0x808 }], /descriptor/],
    ['a descriptor of another CRC', [{ name: 'a', flags: 0x808, behind: descriptor({ crc: 1 }) }], /descriptor/],
    ['a descriptor of another size', [{ name: 'a', flags: 0x808, behind: descriptor({ size: 8 }) }], /descriptor/],
    ['a descriptor that no flag names', [{ name: 'a', behind: descriptor() }], /16 bytes after/],
    ['other flags at the entry', [{ name: 'a', local: { flags: 0x808 } }], /flags at the entry/],
    ['a zip64 field that says another size', [{ name: 'a', local: { size: 0xffffffff, extra: zip64(8) } }], /size at/],
    ['a missing zip64 field', [{ name: 'a', local: { size: 0xffffffff } }], /zip64 field/],
    ['two zip64 fields', [{ name: 'a', local: { extra: Buffer.concat([zip64(7), zip64(8)]) } }], /two zip64/],
    [
      'a second name for other readers',
      [{ name: 'a', local: { extra: extraField(0x7075, Buffer.from('\u0001\0\0\0\0b')) } }],
      /second, different name/,
    ],
    ['an invisible character that reverses the name', [{ name: 'a\u202egnp.exe' }], /invisible/],
    ['a name of 256 characters', [{ name: `a/${'b'.repeat(256)}/c` }], /255 characters/],
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
    expect((await problemsOf(handMadeZip(parts))).join('\n')).toMatch(reason);
  });

  it('refuses overlapping entries, as in a bomb that quotes its own headers', async () => {
    // The first entry's data contains the whole second entry, and the directory names both.
    const inner = handMadeZip([{ name: 'inner' }]).subarray(0, 30 + 5 + 7);
    const zip = handMadeZip([
      { name: 'outer', data: inner },
      { name: 'inner', offset: 30 + 5 },
    ]);
    expect((await problemsOf(zip)).join('\n')).toMatch(/shares bytes with outer/);
  });

  it('reads a zip64 field at the entry that says what the directory says', async () => {
    expect(await problemsOf(handMadeZip([{ name: 'a', local: { size: 0xffffffff, extra: zip64(7) } }]))).toEqual([]);
  });

  it.each([
    ['before the first entry', 0, /4 bytes stand before/],
    ['between the entries and the directory', 38, /4 bytes after the entry/],
    ['between the directory and its end', 38 + 47, /4 bytes stand between the directory/],
    ['after the end', 38 + 47 + 22, /not a readable zip|comment/],
  ])('refuses bytes %s, also with corrected offsets', async (_what, at, reason) => {
    const zip = handMadeZip([{ name: 'a' }]);
    expect(zip).toHaveLength(38 + 47 + 22);
    const bytes = Buffer.concat([zip.subarray(0, at), Buffer.from('more'), zip.subarray(at)]);
    const directory = bytes.indexOf('PK\u0001\u0002');
    bytes.writeUInt32LE(at === 0 ? 4 : 0, directory + 42);
    bytes.writeUInt32LE(directory, bytes.lastIndexOf('PK\u0005\u0006') + 16);
    expect((await problemsOf(bytes)).join('\n')).toMatch(reason);
  });

  it('refuses a directory that is longer or shorter than the zip says', async () => {
    for (const by of [-1, 1]) {
      const zip = handMadeZip([{ name: 'a' }]);
      const end = zip.lastIndexOf('PK\u0005\u0006');
      zip.writeUInt32LE(zip.readUInt32LE(end + 12) + by, end + 12);
      expect((await problemsOf(zip)).join('\n')).toMatch(/another size or position/);
    }
  });

  it('names every problem with its entry', async () => {
    const { problems } = await listEntries(
      readerOf(handMadeZip([{ name: '../a' }, { name: 'b' }, { name: '/c' }])),
      LIMITS,
    );
    expect(problems.map(({ entry }) => entry)).toEqual(['../a', '/c']);
  });

  it('never throws, whichever bytes of a good zip are changed', async () => {
    const good = handMadeZip([{ name: 'a/b.png', data: deflated, deflate: true }, { name: 'a/c.png' }]);
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

/**
 * For tests: small packs, good ones written by yazl and hostile ones written by hand.
 *
 *   pixels, png, pixelsOf     pictures of a few pixels
 *   zipOf                     a zip of paths and contents
 *   rawZip                    a zip with any field wrong
 *   SET, META, metaZip        the files of a small complete set
 */
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import yazl from 'yazl';

export type Content = string | Uint8Array;

/** @param at the colour of each pixel: red, green, blue, alpha */
export function pixels(width: number, height: number, at: (x: number, y: number) => readonly number[]): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rgba.set(at(x, y), (y * width + x) * 4);
  return rgba;
}

export const png = (rgba: Uint8Array, width: number, height: number): Promise<Buffer> =>
  sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

/** A picture of one colour. */
export const plain = (colour: readonly number[], width = 8, height = 4): Promise<Buffer> =>
  png(
    pixels(width, height, () => colour),
    width,
    height,
  );

export async function pixelsOf(bytes: Uint8Array): Promise<{ rgba: Uint8Array; width: number; height: number }> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height };
}

export function zipOf(files: Readonly<Record<string, Content>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream as unknown as NodeJS.ReadableStream);
}

export interface RawEntry {
  name: string;
  content: Content;
  /** general purpose bits; 1: encrypted, 0x800: UTF-8 */
  flags?: number;
  method?: number;
  /** the declared value, if it is to be false */
  crc?: number;
  size?: number;
  /** UNIX file type and permissions */
  mode?: number;
  /** the name in the local header, if it is to differ from the directory's */
  localName?: string;
}

/** Uncompressed entries in the layout of APPNOTE 4.3, unchecked. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const fields = Buffer.alloc(22);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0x800, 2);
    fields.writeUInt16LE(entry.method ?? 0, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    const withName = (signature: string, before: Buffer, name: string, after: Buffer) => {
      const length = Buffer.alloc(2);
      length.writeUInt16LE(Buffer.byteLength(name));
      return Buffer.concat([Buffer.from(signature, 'latin1'), before, fields, length, after, Buffer.from(name)]);
    };
    const local = withName('PK\x03\x04', Buffer.alloc(0), entry.localName ?? entry.name, Buffer.alloc(2));
    const rest = Buffer.alloc(16);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 8);
    rest.writeUInt32LE(at, 12);
    const made = Buffer.from([63, 3]);
    directory.push(withName('PK\x01\x02', made, entry.name, rest));
    parts.push(local, content);
    at += local.length + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

/** `1PP2A5xxxxxxxxxx`, the set that the meta files below belong to. */
export const SET = '1PP2A5xxxxxxxxxx';
export const VERSION = '1PP2A5QESFB0A0F4';

/** The meta files of a set of three exterior layers (one of them for left-hand drive) and one interior layer. */
export const META: Readonly<Record<string, string>> = {
  'asset-profile.xml': `<assetProfile>
  <viewport name="exterior">
    <angle name="001"/>
    <angle name="002"/>
    <resolution name="HD" width="8" height="4"/>
    <resolution name="thumb" width="4" height="2" angles="001"/>
  </viewport>
</assetProfile>`,
  'versions.xml': `<versions>
  <version id="${VERSION}" label="e-208 GT"/>
  <version id="1PP2A5QESFB0A0F5" label="e-208 Active"/>
</versions>`,
  'features.xml': `<features>
  <category name="Exterior">
    <family id="0M" label="Colour">
      <feature id="0MM00N9V" label="Perla Nera"/>
      <feature id="0MP00NWP" label="Banquise"/>
    </family>
  </category>
  <standards>
    <standard feature="0MP00NWP"/>
  </standards>
</features>`,
  'layers-ext.xml': `<layers>
  <family name="ground">
    <layer name="shadow" z="10" description="Soft shadow"/>
  </family>
  <family name="body">
    <layer name="black" z="20"/>
    <layer name="white" z="20"/>
  </family>
  <family name="wheels">
    <layer name="wheels" z="30"/>
    <layer name="badge" z="5" drivers="LHD"/>
  </family>
</layers>`,
  'rules-ext.xml': `<rules>
  <family name="ground"><rule layer="shadow"/></family>
  <family name="body">
    <rule layer="black" when="0MM00N9V"/>
    <rule layer="white" when="0MP00NWP"/>
  </family>
  <family name="wheels"><rule layer="wheels"/></family>
</rules>`,
};

/** A meta pack of one set. @param changes replace files; undefined leaves a file out */
export const metaZip = (changes: Readonly<Record<string, string | undefined>> = {}, disId = SET): Promise<Buffer> =>
  zipOf(
    Object.fromEntries(
      Object.entries({ ...META, ...changes }).flatMap(([file, text]) =>
        text === undefined ? [] : [[`${disId}/${file}`, text]],
      ),
    ),
  );

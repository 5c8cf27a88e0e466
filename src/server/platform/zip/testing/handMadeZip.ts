/**
 * A zip made by hand, for tests of archives that no tool makes.
 *
 *   Part, handMadeZip
 */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  name: string | Buffer;
  data?: Buffer;
  deflate?: boolean;
  flags?: number;
  /** what the directory says, if it differs from the truth */
  size?: number;
  compressedSize?: number;
  crc?: number;
  method?: number;
  mode?: number;
  offset?: number;
  /** what the entry's own header says, if it differs from the directory */
  local?: { name?: string; method?: number; crc?: number; size?: number; flags?: number; extra?: Buffer };
  /** bytes after the data, such as a descriptor */
  behind?: Buffer;
  /** bytes after the deflated data that count as part of it */
  trailing?: Buffer;
}

/** A zip made by hand, so that every field can lie. */
export function handMadeZip(parts: readonly Part[]): Buffer {
  const blocks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    const { data = Buffer.from('content'), flags = 0x800 } = part;
    const packed = Buffer.concat([part.deflate ? deflateRawSync(data) : data, part.trailing ?? Buffer.alloc(0)]);
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
    local.writeUInt16LE(part.local?.flags ?? flags, 6);
    local.writeUInt16LE(here.method, 8);
    local.writeUInt32LE(here.crc, 14);
    local.writeUInt32LE(here.compressed, 18);
    local.writeUInt32LE(here.size, 22);
    local.writeUInt16LE(here.name.length, 26);
    const extra = part.local?.extra ?? Buffer.alloc(0);
    local.writeUInt16LE(extra.length, 28);
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
    const block = [local, here.name, extra, packed, part.behind ?? Buffer.alloc(0)];
    blocks.push(...block);
    directory.push(central, truth.name);
    at += Buffer.concat(block).length;
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

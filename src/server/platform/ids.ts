/** Identifiers that sort by the time they were made: UUID version 7, RFC 9562 5.7. */
import { randomBytes } from 'node:crypto';

let lastTime = 0;
let sequence = 0;

/** Strictly growing within a process, also within one millisecond: the 12 bits after the time count up. */
export function timeOrderedId(): string {
  const now = Date.now();
  if (now > lastTime) [lastTime, sequence] = [now, 0];
  else if (++sequence > 0xfff) [lastTime, sequence] = [lastTime + 1, 0];
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

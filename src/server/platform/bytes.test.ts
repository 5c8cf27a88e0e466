import { expect, it } from 'vitest';
import { formatBytes } from './bytes.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [64 * 1024 ** 2, '64 MiB'],
  [107_374_182_400, '100 GiB'],
  [2 * 1024 ** 3 - 1, '1.9 GiB'],
  [3 * 1024 ** 5, '3072 TiB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

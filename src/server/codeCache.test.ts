/** Caches of compiled code: those of versions that still start are left alone. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOldCode } from './codeCache.ts';

const DAY_MS = 24 * 3_600_000;

it('removes caches that nothing has started with for a month, and marks its own as used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacquer-code-'));
  const now = Date.now();
  try {
    for (const [name, days] of Object.entries({ '1.0.0': 31, '1.1.0': 29, '1.2.0': 100 })) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'code'), '');
      utimesSync(join(folder, name), (now - days * DAY_MS) / 1000, (now - days * DAY_MS) / 1000);
    }
    removeOldCode(join(folder, '1.2.0'), now);
    expect(readdirSync(folder).sort()).toEqual(['1.1.0', '1.2.0']);
    // The other version's server starts, and leaves this one's, which was used just now.
    removeOldCode(join(folder, '1.1.0'), now + 29 * DAY_MS);
    expect(existsSync(join(folder, '1.2.0/code'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('does nothing where nothing is cached, or where it may not', () => {
  expect(() => removeOldCode(undefined)).not.toThrow();
  expect(() => removeOldCode('/dev/null/1.0.0')).not.toThrow();
});

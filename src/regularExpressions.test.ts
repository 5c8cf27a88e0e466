/**
 * No regular expression of server, engine and contract can be kept busy by what somebody sends (OWASP ASVS 1.3.12): each one
 * comes to its end on long hostile texts. One that tries all ways to match would not within days; the guard is generous.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));
const LONG = 100_000;
/** milliseconds; what ends takes a few */
const GUARD = 20_000;

const LITERAL =
  /(?<=(?:[=(,:[!&|?{};>]|return|\n)\s*)\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g;
const sources = ['server', 'engine', 'contract'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts'))
    .map((file) => join(room, file)),
);
const found = sources.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(LITERAL)].flatMap(([, source = '', flags = '']) => {
    try {
      return [{ file, source, flags: new RegExp(source, flags).flags.replaceAll(/[gy]/g, '') }];
    } catch {
      return [];
    }
  }),
);
const all = [...new Map(found.map((one) => [`${one.source}/${one.flags}`, one])).values()];

/** Signs that the expression itself speaks of, in runs and in turns, with an end that fits nothing. */
function hostile(source: string): string[] {
  const signs = [...new Set(source.replaceAll(/\\[a-zA-Z]/g, 'a1 ').replaceAll(/[()[\]{}|+*?^$\\]/g, ''))].slice(0, 8);
  const units = [...signs, signs.join(''), 'a', ' ', '0', '/', '<!--', '\n', 'aA0-_. '].filter((unit) => unit !== '');
  return [...new Set(units)].map((unit) => `${unit.repeat(Math.ceil(LONG / unit.length))}\u0001`);
}

describe('regular expressions', () => {
  it('are found', () => {
    expect(all.length).toBeGreaterThan(60);
  });

  it.each(all)('$source of $file ends', ({ source, flags }) => {
    const context = createContext({ expression: new RegExp(source, flags), texts: hostile(source) });
    runInContext('for (const text of texts) { expression.test(text); expression.test("<?xml " + text); }', context, {
      timeout: GUARD,
    });
  });
});

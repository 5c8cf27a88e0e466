/**
 * No regular expression can be kept busy by what somebody sends (OWASP ASVS 1.3.12): a checker proves for each one that it
 * backtracks a bounded number of times, however long and hostile the text. What it refuses is written without an
 * expression, or as one that cannot go back.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSafe } from 'redos-detector';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('.', import.meta.url));
/** ways to go back on one text */
const MAX_BACKTRACKS = 200;
/** milliseconds for the proof of one expression */
const PROOF_TIME = 20_000;

const OF_TESTS = /\.test\.tsx?$|\.d\.ts$|(^|\/)(test[A-Z]\w*|\w*[fF]orTests)\.ts$|(^|\/)testing\//;
/** Switched on by tests, and made of the names of our own tables. */
const MADE_HERE = 'server/platform/database/readLimit.ts: ';

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** @returns the literals, and the calls of RegExp, whose text nobody can check */
function expressionsOf(file: string, text: string): { literals: Found[]; calls: string[] } {
  const literals: Found[] = [];
  const calls: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, regex, callee, start } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
      start?: number;
    };
    if (regex) literals.push({ file, source: regex.pattern, flags: regex.flags });
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') {
      calls.push(`${file}: ${text.slice(start, (start ?? 0) + 60)}`);
    }
    Object.values(node).forEach(walk);
  };
  walk(parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program);
  return { literals, calls };
}

const found = ['server', 'engine', 'contract', 'paint', 'web'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file))
    .map((file) => expressionsOf(join(room, file), readFileSync(join(root, room, file), 'utf8'))),
);
const all = [
  ...new Map(found.flatMap(({ literals }) => literals).map((one) => [`${one.source}/${one.flags}`, one])).values(),
];
/** The checker knows neither `v` nor what `g` and `y` would change. */
const provenSafe = ({ source, flags }: Pick<Found, 'source' | 'flags'>) =>
  isSafe(new RegExp(source, flags.replace('v', 'u').replaceAll(/[gyd]/g, '')), {
    maxScore: MAX_BACKTRACKS,
    timeout: PROOF_TIME,
  }).safe;

describe('regular expressions', () => {
  it('are found', () => {
    expect(all.length).toBeGreaterThan(60);
  });

  it('are all literals', () => {
    expect(found.flatMap(({ calls }) => calls).filter((call) => !call.startsWith(MADE_HERE))).toEqual([]);
  });

  it.each(all)('$source of $file cannot be kept busy', (one) => {
    expect(provenSafe(one)).toBe(true);
  });

  it.each(['^(?:\\s|<\\?[\\s\\S]*?\\?>|<!--[\\s\\S]*?-->)*<!DOCTYPE', 'a+b+a+$', '(x+x+)+y', '\\s+$'])(
    'the checker refuses %s',
    (source) => {
      expect(provenSafe({ source, flags: '' })).toBe(false);
    },
  );
});

/**
 * Changes that no test can notice are accepted by their code: an entry for code that is gone would accept nothing, or too
 * much.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACCEPTED } from '../mutation/accepted.ts';

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

it('each accepted change is of code that is there', () => {
  const isThere = ({ file, original }: (typeof ACCEPTED)[number]) => {
    const source = oneLine(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
    // Long code is cut.
    return source.includes(original.replace(/…$/, ''));
  };
  expect(ACCEPTED.length).toBeGreaterThan(50);
  expect(ACCEPTED.filter((one) => !isThere(one)).map(({ file, original }) => `${file}: ${original}`)).toEqual([]);
});

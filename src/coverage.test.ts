/** What docs/coverage.md calls a proof is there: the file, and the test whose title it names. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const table = readFileSync(`${root}/docs/coverage.md`, 'utf8');
/** a file, and a part of a test's title after a colon */
const PROOF = /`((?:e2e|src|demo|bench|scripts)\/[^`…*]+)`(?:: ([^,|]+?)(?= \||,|$))?/gm;
const proofs = [...table.matchAll(PROOF)].map(([, file = '', title]) => ({ file, title }));

describe('docs/coverage.md', () => {
  it('names files that exist', () => {
    const missing = proofs.map(({ file }) => file).filter((file) => !existsSync(`${root}/${file}`));
    expect(missing).toEqual([]);
  });

  it('names tests by words of their titles', () => {
    const missing = proofs.filter(
      ({ file, title }) => title !== undefined && !readFileSync(`${root}/${file}`, 'utf8').includes(title),
    );
    expect(missing).toEqual([]);
  });

  it('has no row that is missing or only a part', () => {
    const rows = table.split('\n').filter((line) => /^\|[^|]+\| (missing|part)\b/.test(line));
    expect(rows).toEqual([]);
    expect(proofs.length).toBeGreaterThan(200);
  });
});

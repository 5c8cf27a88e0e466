import { describe, expect, it } from 'vitest';
import { type DiffRow, lineDiff } from './lineDiff.ts';

const shown = (rows: DiffRow[] | undefined) =>
  rows?.map((row) =>
    row.kind === 'skipped' ? `@${row.count}` : `${{ same: ' ', added: '+', removed: '-' }[row.kind]}${row.text}`,
  );
const numbers = (to: number) => Array.from({ length: to }, (_, i) => String(i));

describe('lineDiff', () => {
  it('shows added and removed lines, with a few lines around them', async () => {
    const before = numbers(20);
    const after = before.with(10, 'ten');
    expect(shown(lineDiff(before.join('\n'), after.join('\n')))).toEqual([
      '@7',
      ...[' 7', ' 8', ' 9', '-10', '+ten', ' 11', ' 12', ' 13'],
      '@6',
    ]);
  });

  it('ignores line endings, also a missing last one', async () => {
    expect(shown(lineDiff('a\r\nb\r\n', 'a\nb'))).toEqual(['@2']);
  });

  it('adds or removes a whole text', async () => {
    expect(shown(lineDiff('', 'a\nb'))).toEqual(['-', '+a', '+b']);
  });

  it('gives up on texts that differ too much, and on very large ones', async () => {
    const noise = (seed: number) => Array.from({ length: 40_000 }, (_, i) => String((i * seed) % 99_991)).join('\n');
    expect(lineDiff(noise(7919), noise(104_729), { timeout: 10 })).toBeUndefined();
    expect(lineDiff('a', ' '.repeat(10_000_000))).toBeUndefined();
  });
});

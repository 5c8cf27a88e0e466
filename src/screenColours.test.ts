/** Material UI ignores the colours of the theme's paths (`text.secondary`) as a property; only `sx` knows them. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const web = fileURLToPath(new URL('web', import.meta.url));
const sources = globSync('**/*.tsx', { cwd: web });

describe('colours', () => {
  it.each(sources)('%s names none that is ignored', (file) => {
    const lines = readFileSync(`${web}/${file}`, 'utf8').split('\n');
    expect(lines.filter((line) => /\bcolor=(?:"|\{[^}]*')\w+\.\w+["']/.test(line))).toEqual([]);
  });
});

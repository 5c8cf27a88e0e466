/** The settings: all of them are in the guide, problems are reported at once. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES, SettingsError } from './config.ts';

/** The names in the first column of the guide's table; `…_X` after `A_B_Y` stands for `A_B_X`. */
function documented(): string[] {
  const text = readFileSync(new URL('../../docs/guides/operate.md', import.meta.url), 'utf8');
  return [...text.matchAll(/^\| (`(?:LACQUER|FEATURE)_[^|]*)\|/gm)].flatMap(([, cell = '']) => {
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const group = names[0]?.split('_').slice(0, 2).join('_');
    return names.map((name) => name.replace('…', group ?? ''));
  });
}

describe('settings', () => {
  it('A 1: the guide lists every setting and no other', () => {
    expect(documented().sort()).toEqual([...SETTING_NAMES].sort());
  });

  it('reports every problem at once, by name', () => {
    const read = () => readSettings({ LACQUER_PORT: 'x', LACQUER_LOG_DAYS: '-1', LACQUER_COLOUR: 'red' });
    expect(read).toThrow(SettingsError);
    for (const name of ['LACQUER_PORT', 'LACQUER_LOG_DAYS', 'LACQUER_COLOUR']) expect(read).toThrow(name);
  });
});

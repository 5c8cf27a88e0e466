/** Completion scripts and the manual page, as the real command prints them: they name every command and option. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { product } from '../testing/product.ts';
import { BARE } from '../testing/testServer.ts';

const run = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, product(...args), { env: BARE })).stdout;

const folder = mkdtempSync(join(tmpdir(), 'lacquer-completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** the commands that the help names */
let commands: string[];
let script: string;
beforeAll(async () => {
  const [, list = ''] = (await run('--help')).split('Commands:\n');
  commands = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  script = await run('completion', 'bash');
});

/** @returns what Bash offers for the last word */
function offers(...words: string[]): string[] {
  const file = join(folder, 'lacquer.bash');
  writeFileSync(file, script);
  const text = `source ${file}; COMP_WORDS=(lacquer "$@"); COMP_CWORD=$#; _lacquer; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', text, 'bash', ...words], { encoding: 'utf8' })
    .trim()
    .split(' ');
}

describe('lacquer completion and manual', () => {
  it('bash completes every command, what is below it, options and choices', () => {
    expect(commands).toContain('move');
    expect(commands.length).toBeGreaterThan(14);
    expect(offers('')).toEqual([...commands, '--version', '--help']);
    expect(offers('mo')).toEqual(['move']);
    expect(offers('user', '')).toContain('sign-out');
    expect(offers('user', 'add', 'anna', 'ROLE_TEST_')).toEqual(['ROLE_TEST_EMBARGO']);
    expect(offers('promote', '--to', 'pre')).toEqual(['preprod']);
    expect(offers('backup', '--d')).toEqual(['--database-only']);
  });

  it.each(['zsh', 'fish'])('%s completes every command', async (shell) => {
    const text = await run('completion', shell);
    for (const name of commands) expect(text).toContain(name);
  });

  it('the manual page has a section for every command', async () => {
    const text = await run('manual');
    expect(text).toMatch(/^\.TH LACQUER 1 "" "Lacquer \d/);
    for (const name of commands) expect(text).toContain(`\n.SS ${name} `);
    expect(text).toContain('.SS user sign\\-out ');
    expect(text).not.toMatch(/^'/m);
  });
});

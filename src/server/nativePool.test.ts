/** Work in Node's pool of native threads must leave threads for users who sign in or look at a picture meanwhile. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const here = (file: string) => new URL(file, import.meta.url);

it('a file can be read while as many long tasks run as there are threads that use sharp', () => {
  const script = `
    await import(${JSON.stringify(here('nativePool.ts').href)});
    const { pbkdf2 } = await import('node:crypto');
    const { stat } = await import('node:fs');
    const { availableParallelism } = await import('node:os');
    const ended = [];
    const end = (what) => () => { ended.push(what); if (ended.length === 1) console.log(what); };
    for (let i = 0; i < Math.max(4, 2 * availableParallelism()); i++) pbkdf2('a', 'b', 100_000, 64, 'sha512', end('work'));
    stat('.', end('file'));
  `;
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  });
  expect([stdout.trim(), stderr]).toEqual(['file', '']);
});

it.each(['main.ts', 'worker.ts', 'cli.ts'])('%s sets the size before it imports anything else', (file) => {
  expect(/^import .*$/m.exec(readFileSync(here(file), 'utf8'))?.[0]).toBe("import './nativePool.ts';");
});

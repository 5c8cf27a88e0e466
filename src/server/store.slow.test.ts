/** One process at a time on an SQLite store: which commands that holds for, and that nothing is left behind by a dead one. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from './migrations/index.ts';
import { migrate, openDatabase } from './platform/database/database.ts';
import { product } from './testing/product.ts';
import { END_WITH_PARENT, endAll, folderOfStore, start } from './testing/testServer.ts';

afterEach(endAll);

/** A command of the console on the store. */
function run(data: string, args: readonly string[], input = ''): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'] ?? '', LACQUER_DATA: data, LACQUER_PORT: '0' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, product(...args), { env, timeout: 240_000 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, output: `${out}${err}` });
    });
    child.stdin?.end(input);
  });
}
const REFUSED = /Another Lacquer process is already using \S+\. With SQLite one process does everything/;

describe('a second process on one SQLite store', () => {
  it('is refused where it would serve or run jobs; commands beside a server work', async () => {
    const data = folderOfStore();
    const server = await start(data);
    const atOnce = (commands: readonly string[][]) => Promise.all(commands.map((command) => run(data, command)));
    for (const { code, output } of await atOnce([['serve'], ['worker']])) {
      expect(code, output).toBe(1);
      expect(output).toMatch(REFUSED);
      expect(output).not.toContain('    at ');
    }
    expect((await server.get('/api/v2/public/user')).status).toBe(200);

    expect((await run(data, ['user', 'add', 'rescue', 'ROLE_ADMIN'], 'a long password 77')).code).toBe(0);
    const copy = join(folderOfStore(), 'copy');
    const [users, ...others] = await atOnce([
      ['user', 'list'],
      ['backup', copy],
      ['scrub'],
      ['gc'],
      ['token', 'create', 'admin', 'x'],
    ]);
    expect(users?.output).toContain('rescue');
    for (const { code, output } of others) expect(code, output).toBe(0);
    const restored = await run(data, ['restore', copy]);
    expect(restored.code).toBe(1);
    expect(restored.output).toMatch(REFUSED);
  });

  it('a command that would change the tables waits for nobody and is refused too', async () => {
    const data = folderOfStore();
    const database = await openDatabase(`sqlite:${join(data, 'lacquer.db')}`);
    await migrate(database, Object.fromEntries(Object.entries(migrations).slice(0, 5)));
    await database.close();
    const holder = spawn(
      process.execPath,
      [
        '--import',
        END_WITH_PARENT,
        '--input-type=module',
        '--eval',
        `import { lockDatabase } from ${JSON.stringify(new URL('platform/database/lock.ts', import.meta.url).href)};
        lockDatabase(${JSON.stringify(`sqlite:${join(data, 'lacquer.db')}`)}, { product: 'Lacquer', setting: '' });
        console.log('held');
        setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await once(holder.stdout, 'data');
      const { code, output } = await run(data, ['migrate']);
      expect(code, output).toBe(1);
      expect(output).toMatch(REFUSED);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    // The system gave the lock back.
    const { code, output } = await run(data, ['migrate']);
    expect(code, output).toBe(0);
  });

  it('starts at once after the one before was killed', async () => {
    const data = folderOfStore();
    for (let round = 0; round < 3; round += 1) {
      const server = await start(data);
      await server.kill();
    }
    expect(await (await start(data)).get('/api/v2/health/ready')).toMatchObject({ status: 200 });
  });
});

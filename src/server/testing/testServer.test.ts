/** The servers that tests start. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { BARE, endAll, folderOfStore } from './testServer.ts';

let test: ChildProcess | undefined;
afterEach(async () => {
  test?.kill('SIGKILL');
  await endAll();
});

it('end with the test that started them, even if it is killed', async () => {
  const module = new URL('testServer.ts', import.meta.url).href;
  const source = `import { start } from ${JSON.stringify(module)};
    console.log((await start(${JSON.stringify(folderOfStore())})).address);`;
  test = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...BARE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let address = '';
  for await (const chunk of test.stdout ?? []) {
    address = /http\S+/.exec(String(chunk))?.[0] ?? '';
    if (address !== '') break;
  }
  const live = () =>
    fetch(`${address}/api/v2/health/live`).then(
      ({ status }) => status,
      () => 'gone',
    );
  expect(await live()).toBe(200);
  const ended = once(test, 'exit');
  test.kill('SIGKILL');
  await ended;
  await expect.poll(live).toBe('gone');
});

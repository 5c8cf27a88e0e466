/** Calls that are remembered keep no set, no configuration file and no request in memory. */
import { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Completion } from '../../engine/completion.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

const CALLS = 40;

let server: TestApp;
beforeAll(async () => {
  // No set stays in memory for the next call.
  server = await startTestApp('sqlite', { LACQUER_CONTENT_MEMORY_BYTES: '1' });
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  const picture = await plain([10, 20, 30, 255]);
  const names = ['shadow', 'black', 'white', 'wheels', 'badge'];
  const files = names.flatMap((name) => ['001', '002'].map((angle) => [`${angle}/${name}.png`, picture]));
  await server.deliver(`image-ext-${SET}.zip`, await zipOf(Object.fromEntries(files)));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.stop());

it.each([
  ['image', 'layers=black'],
  ['imageFromOptions', `versionId=${VERSION}`],
])('%s', async (call, query) => {
  const { port } = server.app.server.address() as AddressInfo;
  const { cookie } = await server.signIn(['ROLE_TEST_EMBARGO']);
  for (let number = 0; number < CALLS; number += 1) {
    const answer = await fetch(
      `http://127.0.0.1:${port}/embargo/api/v2/image/dis/${SET}/${call}?view=001&format=png&${query}`,
      { headers: { cookie, accept: 'image/png', 'x-number': String(number), connection: 'close' } },
    );
    expect(answer.status, await answer.clone().text()).toBe(200);
    await answer.arrayBuffer();
  }
  // Objects that nobody needs do not count: queryObjects collects them first.
  expect(queryObjects(IncomingMessage, { format: 'count' })).toBeLessThan(CALLS / 2);
  expect(queryObjects(Completion, { format: 'count' })).toBeLessThan(CALLS / 2);
});

/** The preview of a deletion: what each area would lose, and which sets are redirected to the set. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SetLoss } from '../../contract/index.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const TAKER = '7ZZ2A5xxxxxxxxxx';
const HIDDEN = '7ZZ3A5xxxxxxxxxx';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const deletion = (as: 'ROLE_ADMIN' | 'ROLE_UPLOAD', id = SET) =>
  server.call('GET', `/api/v2/admin/dis/${id}/deletion`, { as: [as] });

async function configure(fileName: string, xml: string): Promise<void> {
  const { headers, payload } = multipart(fileName, Buffer.from(xml));
  const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
  const url = '/embargo/api/v2/admin/global-files';
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, cookie, 'x-csrf-token': token },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

it('A 2: counts what each area would lose, and names the sets that are redirected to it', async () => {
  const picture = await plain([0, 0, 0, 255]);
  await server.deliver(`meta-${SET}.zip`, await metaZip());
  await server.deliver(`image-ext-${SET}.zip`, await zipOf({ '001/black.png': picture, '002/black.png': picture }));
  const body = { disId: SET, source: 'embargo', target: 'prod' };
  expect((await server.call('POST', `/api/v2/admin/dis/${SET}/promote`, { body })).statusCode).toBe(200);
  await expect.poll(async () => (await deletion('ROLE_ADMIN')).json<SetLoss[]>().length).toBe(2);
  // Embargo changes: each area has its own counts, and a picture that two packs deliver counts once.
  await server.deliver(
    `image-ext-${SET}_more.zip`,
    await zipOf({ '001/black.png': picture, '003/black.png': picture }),
  );
  for (const id of [TAKER, HIDDEN])
    await server.deliver(`meta-${id}.zip`, await metaZip({ 'versions.xml': '<versions/>' }, id));
  await configure(
    'oneLayer_redirect_1.xml',
    `<redirects><redirect set="${HIDDEN}" intRules="${SET}"/><redirect set="${TAKER}" extLayers="${SET}"/><redirect set="7ZZ9A5xxxxxxxxxx" extRules="${SET}"/></redirects>`,
  );
  await configure(
    'visibility_configuration_1.xml',
    `<visibility><set pattern="${HIDDEN}" areas="embargo" from="2999-01-01T00:00:00Z"/></visibility>`,
  );
  const [embargo, prod, ...more] = (await deletion('ROLE_ADMIN')).json<SetLoss[]>();
  expect(more).toEqual([]);
  expect(embargo).toMatchObject({ area: 'embargo', pictures: 3, packs: 3, redirectedBy: [TAKER, HIDDEN] });
  expect(prod).toMatchObject({ area: 'prod', pictures: 2, packs: 2, redirectedBy: [] });
  expect(embargo?.metaFiles).toBe(prod?.metaFiles);
  expect(prod?.metaFiles).toBeGreaterThan(0);
  // Hidden sets do not exist for others.
  expect((await deletion('ROLE_UPLOAD')).json<SetLoss[]>()[0]?.redirectedBy).toEqual([TAKER]);
  expect((await deletion('ROLE_UPLOAD', HIDDEN)).statusCode).toBe(404);
  expect((await deletion('ROLE_ADMIN', '7ZZ9A5xxxxxxxxxx')).statusCode).toBe(404);
});

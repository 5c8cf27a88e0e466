/**
 * What the list of packs shows to the uploader, other uploaders and administrators about packs that are being read or were
 * refused.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Pack } from '../../contract/index.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, zipOf } from '../testing/tinyPacks.ts';

const ADMIN = ['ROLE_ADMIN'] as const;
const OWNER = ['ROLE_UPLOAD'] as const;
const OTHER = ['ROLE_UPLOAD', 'ROLE_TEST'] as const;
const HIDDEN = '1UA3A5xxxxxxxxxx';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
const packFor = async (who: typeof ADMIN | typeof OWNER | typeof OTHER, fileName: string) =>
  (await server.call('GET', '/api/v2/admin/files', { as: who }))
    .json<Pack[]>()
    .find((pack) => pack.fileName === fileName);

it('others see only the number of problems of a refused pack, and why', async () => {
  await server.deliver('static_broken.zip', await zipOf({ 'nonsense.txt': 'nothing' }));
  await server.deliver('static_whole.zip', await zipOf({}));
  const own = await packFor(OWNER, 'static_broken.zip');
  expect([own?.problemCount, own?.problems.length, own?.withheld]).toEqual([1, 1, undefined]);
  expect(await packFor(ADMIN, 'static_broken.zip')).toEqual(own);
  const others = await packFor(OTHER, 'static_broken.zip');
  expect([others?.problemCount, others?.problems, others?.withheld]).toEqual([1, [], expect.any(String)]);
});

it('everybody sees the progress of a pack that is being read, but only those who see its content see why it waits', async () => {
  const name = 'static_slow.zip';
  await server.deliver(name, await zipOf({ 'nonsense.txt': 'nothing' }));
  const is = async (state: 'CREATED' | 'STARTED' | 'COMPLETED', values: { progress?: number; failure?: string }) => {
    await server.database.transaction(async (trx) => {
      const { jobId } = await trx
        .updateTable('packs')
        .set({ state: 'reading', problems: '[]' })
        .where('fileName', '=', name)
        .returning('jobId')
        .executeTakeFirstOrThrow();
      await trx
        .updateTable('jobs')
        .set({ state, progress: null, failure: null, notBefore: 32_503_680_000_000, ...values })
        .set({ leaseOwner: 'another', leaseUntil: 32_503_680_000_000 })
        .where('id', '=', jobId)
        .execute();
    });
    const seen = [await packFor(OWNER, name), await packFor(OTHER, name)];
    return seen.map((pack) => [pack?.state, pack?.progress, pack?.waitsFor, pack?.withheld]);
  };
  const both = (...told: unknown[]) => [told, told];
  expect(await is('STARTED', { progress: 40 })).toEqual(both('reading', 40, undefined, undefined));
  expect(await is('STARTED', {})).toEqual(both('reading', undefined, undefined, undefined));
  expect(await is('CREATED', {})).toEqual(both('reading', undefined, undefined, undefined));
  expect(await is('CREATED', { failure: 'The disk is full.', progress: 40 })).toEqual([
    ['reading', undefined, 'The disk is full.', undefined],
    ['reading', undefined, undefined, undefined],
  ]);
  expect(await is('COMPLETED', { progress: 40 })).toEqual(both('reading', undefined, undefined, undefined));
});

it('a pack of hidden sets only is listed for its uploader and administrators', async () => {
  const name = `meta-${HIDDEN}.zip`;
  await server.deliver(name, await metaZip({ 'versions.xml': '<versions/>' }, HIDDEN));
  const { headers, payload } = multipart(
    'visibility_configuration_1.xml',
    Buffer.from(`<visibility><set pattern="${HIDDEN}" areas="embargo" from="2999-01-01T00:00:00Z"/></visibility>`),
  );
  const { cookie, token } = await server.signIn(ADMIN);
  const answer = await server.app.inject({
    method: 'POST',
    url: '/embargo/api/v2/admin/global-files',
    headers: { ...headers, cookie, 'x-csrf-token': token },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await packFor(OWNER, name))?.disIds).toEqual([HIDDEN]);
  expect((await packFor(ADMIN, name))?.disIds).toEqual([HIDDEN]);
  expect(await packFor(OTHER, name)).toBe(undefined);
  // Packs that name no set are listed for everybody.
  expect(await packFor(OTHER, 'static_broken.zip')).toBeDefined();
});

/**
 * What uploaders without access to Embargo see of promotions: of a change, the content of their own packs and all
 * counts; of a hidden set nothing, even if they delivered it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContentDiff, HistoryEntry, SetStatus, StaticPackStatus } from '../../contract/index.ts';
import { findRef } from '../catalogue/refs.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';
import { PROMOTE, ROLLBACK } from './requests.ts';

const ADMIN = { as: ['ROLE_ADMIN'] } as const;
const OWNER = { as: ['ROLE_UPLOAD'] } as const;
/** another user */
const COLLEAGUE = { as: ['ROLE_UPLOAD', 'ROLE_TEST'] } as const;
const HIDDEN = '7ZZ3A5xxxxxxxxxx';
const NEVER = '7ZZ4A5xxxxxxxxxx';
const FREE = '7ZZ5A5xxxxxxxxxx';
const RED = [255, 0, 0, 255];
const GREEN = [0, 255, 0, 255];

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  const own = (id: string) => ({
    'versions.xml': `<versions><version id="${id.slice(0, 6)}QESFB0A0F4" label="a"/></versions>`,
  });
  for (const id of [SET, HIDDEN]) {
    await server.deliver(`meta-${id}.zip`, await metaZip(own(id), id));
    await server.deliver(`image-ext-${id}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
  }
  const { headers, payload } = multipart(
    'visibility_configuration_1.xml',
    Buffer.from(`<visibility><set pattern="${HIDDEN}" areas="embargo" from="2999-01-01T00:00:00Z"/></visibility>`),
  );
  const { cookie, token } = await server.signIn(ADMIN.as);
  const answer = await server.app.inject({
    method: 'POST',
    url: '/embargo/api/v2/admin/global-files',
    headers: { ...headers, cookie, 'x-csrf-token': token },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(200);
});
afterAll(() => server.stop());

const diffFor = async (who: typeof OWNER | typeof COLLEAGUE, query: string) =>
  (await server.call('GET', `/api/v2/admin/dis/${SET}/diff?${query}`, who)).json<ContentDiff>();

it('a change of pictures is withheld from uploaders who delivered none of them, a change of texts from those who did not deliver the texts', async () => {
  const query = 'source=embargo&target=preprod';
  const whole = await diffFor(OWNER, query);
  expect([whole.added, whole.pictures.length, whole.texts.length > 0]).toEqual([1, 1, true]);
  expect(whole.withheld).toBe(undefined);
  const [deliverer, other] = [OWNER, COLLEAGUE];
  const none = await diffFor(other, query);
  expect([none.added, none.textsChanged, none.pictures, none.texts]).toEqual([1, whole.textsChanged, [], []]);
  expect(none.withheld).toEqual(expect.any(String));

  // The colleague's picture is added: the colleague does not see the texts, the other uploader does not see that picture.
  const interior = await zipOf({ '001/dashboard.png': await plain(GREEN) });
  expect((await server.upload(`image-int-${SET}.zip`, interior, COLLEAGUE.as)).statusCode).toBe(200);
  await expect.poll(async () => (await diffFor(deliverer, query)).added).toBe(2);
  const first = await diffFor(deliverer, query);
  expect(first.pictures.map(({ path }) => path)).toEqual(['exterior/001/black.png']);
  expect([first.texts.length > 0, first.withheld]).toEqual([true, expect.any(String)]);
  const second = await diffFor(other, query);
  expect(second.pictures.map(({ path }) => path)).toEqual(['interior/001/dashboard.png']);
  expect([second.texts, second.withheld]).toEqual([[], expect.any(String)]);
});

it('of a change back to an earlier state, uploaders see their own pictures of both states', async () => {
  const history = (await server.call('GET', `/api/v2/admin/dis/${SET}/history`, ADMIN)).json<HistoryEntry[]>();
  const [, before] = history;
  const diff = await diffFor(COLLEAGUE, `target=embargo&entry=${before?.id}`);
  // Their own picture would be removed; the earlier state had none of theirs, and the other uploader's stays as it is.
  expect(diff).toMatchObject({ added: 0, replaced: 0, removed: 1, textsChanged: 0, texts: [] });
  expect(diff.pictures.map(({ path }) => path)).toEqual(['interior/001/dashboard.png']);
  expect(diff.withheld).toBe(undefined);
});

it('a hidden set does not exist in any call for the uploader who delivered it; administrators see it with the reason', async () => {
  const snapshot = (await findRef(server.database.read, 'embargo', 'dis', HIDDEN))?.snapshotId;
  const { pictures } = (
    await server.call('GET', `/api/v2/admin/dis/${HIDDEN}/diff?source=embargo&target=prod`, ADMIN)
  ).json<ContentDiff>();
  const picture = `${snapshot}/${pictures[0]?.after}`;
  const request = (id: string) => ({ disId: id, source: 'embargo', target: 'preprod' });
  const calls = (id: string) =>
    [
      ['GET', `test/dis/${id}/status`],
      ['GET', `admin/dis/${id}/history`],
      ['GET', `admin/dis/${id}/diff?source=embargo&target=preprod`],
      ['GET', `admin/dis/${id}/diff?target=embargo&entry=1`],
      ['GET', `admin/dis/${id}/pictures/${picture}`],
      ['GET', `admin/dis/${id}/deletion`],
      ['GET', `admin/dis/${id}/copy?targetDisId=${FREE}`],
      ['GET', `admin/dis/${id}/rename?targetDisId=${FREE}`],
      ['POST', `admin/dis/${id}/promote`, request(id)],
      ['POST', `admin/dis/${id}/promoteMetadata`, request(id)],
      ['POST', `admin/dis/${id}/rollback`, { area: 'embargo', entry: 1 }],
      ['DELETE', `admin/dis/${id}`],
    ] as const;
  const answers = async (id: string, who: typeof OWNER | typeof ADMIN) => {
    const answers = [];
    for (const [method, path, body] of calls(id)) {
      const answer = await server.call(method, `/api/v2/${path}`, { ...who, body });
      answers.push([path, answer.statusCode, answer.body.replace(/"requestId":"[^"]*"/, '')]);
    }
    return JSON.parse(JSON.stringify(answers).replaceAll(id, 'ID'));
  };
  const hidden = await answers(HIDDEN, OWNER);
  expect(hidden).toEqual(await answers(NEVER, OWNER));
  expect(new Set(hidden.map(([, status]: [string, number]) => status))).toEqual(new Set([404]));
  // Nothing was changed, and what the calls name exists.
  const thumbnail = await server.call('GET', `/api/v2/admin/dis/${HIDDEN}/pictures/${picture}`, ADMIN);
  expect(thumbnail.statusCode).toBe(200);
  const statuses = async (who: typeof OWNER | typeof ADMIN) =>
    (await server.call('GET', '/api/v2/test/dis/shortStatus', who)).json<SetStatus[]>();
  expect((await statuses(OWNER)).map(({ disId }) => disId)).toEqual([SET]);
  const [shown, marked, ...more] = await statuses(ADMIN);
  expect([shown?.disId, marked?.disId, more]).toEqual([SET, HIDDEN, []]);
  expect(Object.keys(shown ?? {})).not.toContain('hidden');
  expect(marked?.hidden).toEqual([{ area: 'embargo', reason: expect.any(String), from: '2999-01-01T00:00:00.000Z' }]);
});

it('the lists are sorted and name the areas that a promotion or roll back is about to change', async () => {
  const third = '1AA2A5xxxxxxxxxx';
  await server.deliver(`image-ext-${third}.zip`, await zipOf({ '001/black.png': await plain(RED) }));
  for (const name of ['static_b.zip', 'static_c.zip', 'static_a.zip'])
    await server.deliver(name, await zipOf({ 'co2/A.png': await plain(RED) }));
  const requests = [
    [PROMOTE, { kind: 'dis', key: third, source: 'embargo', target: 'prod' }],
    [ROLLBACK, { kind: 'dis', key: third, area: 'preprod', entry: 1 }],
    [PROMOTE, { kind: 'static', key: 'static_b.zip', source: 'embargo', target: 'preprod' }],
    ['another', { kind: 'dis', key: SET, source: 'embargo', target: 'prod' }],
  ] as const;
  // They wait in the queue.
  await server.database.transaction(async (trx) => {
    for (const [name, payload] of requests)
      await enqueue(trx, { name, function: name, payload, createdBy: 'system', serialKey: 'waits' });
    await trx.updateTable('jobs').set({ notBefore: 32_503_680_000_000 }).where('serialKey', '=', 'waits').execute();
  });
  const list = async <T>(path: string) => (await server.call('GET', `/api/v2/test/${path}`, ADMIN)).json<T[]>();
  const sets = await list<SetStatus>('dis/shortStatus');
  expect(sets.map(({ disId, pendingAreas }) => [disId, pendingAreas])).toEqual([
    [third, ['preprod', 'prod']],
    [SET, undefined],
    [HIDDEN, undefined],
  ]);
  const packs = await list<StaticPackStatus>('static/status');
  expect(packs.map(({ fileName, pendingAreas }) => [fileName, pendingAreas])).toEqual([
    ['static_a.zip', undefined],
    ['static_b.zip', ['preprod']],
    ['static_c.zip', undefined],
  ]);
});

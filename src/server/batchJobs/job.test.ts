/** Whoever starts a job can follow it: the call that starts it names its address, and callers can wait at that address. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobAnswer, type Route, routes, urlOf } from '../../contract/index.ts';
import { createApiToken } from '../access/apiTokens.ts';
import { addUser } from '../access/users.ts';
import { databases } from '../testing/databases.ts';
import { multipart, PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { META, metaZip, plain, SET, zipOf } from '../testing/tinyPacks.ts';

const UPLOADER = ['ROLE_UPLOAD'] as const;
const STATIC = 'static_a.zip';
const PROFILE =
  '<asset-profile><exterior><resolution name="HD" width="16" height="9"/></exterior><interior><resolution name="HD" width="16" height="9"/></interior></asset-profile>';
const all = Object.entries(routes as Readonly<Record<string, Route>>);

describe.each(databases())('a job on %s', (kind) => {
  let server: TestApp;
  const bearer: Record<string, string> = {};
  beforeAll(async () => {
    server = await startTestApp(kind);
    for (const username of ['sender', 'other']) {
      await addUser(server.database, { username, password: PASSWORD, roles: UPLOADER }, Date.now());
      const made = { name: 'script', username, now: Date.now(), expiresAt: null };
      bearer[username] = `Bearer ${(await createApiToken(server.database, made)).token}`;
    }
  });
  afterAll(() => server.stop());

  const send = (who: string, method: string, url: string, rest: { payload?: object; headers?: object } = {}) =>
    server.app.inject({
      method: method as 'GET',
      url,
      ...(rest.payload && { payload: rest.payload }),
      headers: { authorization: bearer[who], ...rest.headers },
    });
  const upload = (fileName: string, bytes: Uint8Array) =>
    send('sender', 'POST', '/api/v2/admin/files', multipart(fileName, bytes));
  const follow = async (address: string): Promise<JobAnswer> => {
    let job = (await send('sender', 'GET', address)).json<JobAnswer>();
    while (job.stoppedAt === null) {
      job = (await send('sender', 'GET', `${address}?after=${job.cursor}`)).json<JobAnswer>();
    }
    return job;
  };
  const addressOf = (answer: Awaited<ReturnType<typeof send>>) => {
    expect(answer.statusCode, answer.body).toBe(200);
    const address = String(answer.headers['location']);
    expect(address).toMatch(/^\/api\/v2\/admin\/jobs\/[^/]+$/);
    return address;
  };

  it('is followed to its end by the token that sent the pack', async () => {
    const answer = await upload(`meta-${SET}.zip`, await metaZip());
    const address = addressOf(answer);
    expect(address).toContain(answer.json<{ jobId: string }>().jobId);
    expect(await follow(address)).toMatchObject({
      jobStatus: 'COMPLETED',
      subject: `meta-${SET}.zip`,
      createdBy: 'sender',
      failure: null,
    });
  });

  it('says why a pack was refused', async () => {
    const address = addressOf(await upload(`meta-${SET}_bad.zip`, await zipOf({ 'versions.xml': '<versions>' })));
    const job = await follow(address);
    expect([job.jobStatus, job.failure]).toEqual(['FAILED', expect.stringContaining('versions.xml')]);
  });

  it('does not exist for other uploaders, and does for administrators', async () => {
    const address = addressOf(await upload(`meta-${SET}.zip`, await metaZip()));
    const other = await send('other', 'GET', address);
    const unknown = await send('other', 'GET', '/api/v2/admin/jobs/unknown');
    expect([other.statusCode, unknown.statusCode]).toEqual([404, 404]);
    const textOf = (answer: typeof other) => ({ ...answer.json<object>(), requestId: '' });
    expect(textOf(other)).toEqual(textOf(unknown));
    expect((await server.call('GET', address)).statusCode).toBe(200);
    expect((await server.call('GET', address, { as: ['ROLE_TEST_EMBARGO'] })).statusCode).toBe(403);
    await follow(address);
  });

  it('is waited for until it differs, not until another job does', async () => {
    const address = addressOf(await upload(`meta-${SET}.zip`, await metaZip()));
    const { cursor, id } = await follow(address);
    let heard = false;
    const waiting = send('sender', 'GET', `${address}?after=${cursor}`).then((answer) => {
      heard = true;
      return answer.json<JobAnswer>();
    });
    await follow(addressOf(await upload(STATIC, await zipOf({ 'co2/A.png': await plain([255, 0, 0, 255]) }))));
    expect(heard).toBe(false);
    await server.database.transaction((trx) =>
      trx
        .updateTable('jobs')
        .set({ failure: 'changed', stoppedAt: Date.now() + 1 })
        .where('id', '=', id)
        .execute(),
    );
    expect((await waiting).failure).toBe('changed');
  });

  it('of a set that was hidden since is gone for the uploader', async () => {
    const body = { disId: SET, source: 'embargo', target: 'preprod' };
    const address = addressOf(await send('sender', 'POST', `/api/v2/admin/dis/${SET}/promote`, { payload: body }));
    await follow(address);
    const config = (text: string, prefix: string) => {
      const { headers, payload } = multipart('visibility_configuration_1.xml', Buffer.from(text));
      return server.call('POST', `${prefix}/api/v2/admin/global-files`, { headers, body: payload });
    };
    const hide = `<visibility><set pattern="${SET}" areas="embargo preprod" from="2999-01-01T00:00:00Z"/></visibility>`;
    for (const prefix of ['', '/preprod']) expect((await config(hide, prefix)).statusCode).toBe(200);
    expect((await send('sender', 'GET', address)).statusCode).toBe(404);
    expect((await server.call('GET', address)).statusCode).toBe(200);
    for (const prefix of ['', '/preprod']) await config('<visibility></visibility>', prefix);
    expect((await send('sender', 'GET', address)).statusCode).toBe(200);
  });

  it('has its address in the answer of every call that starts one', async () => {
    await follow(addressOf(await upload(`meta-${SET}.zip`, await metaZip({ ...META, 'asset-profile.xml': PROFILE }))));
    const move = { source: 'embargo', target: 'preprod' };
    await follow(
      addressOf(
        await send('sender', 'POST', '/api/v2/admin/static/promote', { payload: { fileName: STATIC, ...move } }),
      ),
    );
    const entryOf = async (url: string) =>
      (await send('sender', 'GET', url)).json<{ id: number; area: string }[]>().find(({ area }) => area === 'preprod')
        ?.id;
    const rollback = async (url: string) => ({ area: 'preprod', entry: await entryOf(url) });
    const samples: Record<string, { params?: object; body?: object }> = {
      promote: { params: { id: SET }, body: { disId: SET, ...move } },
      promoteMetadata: { params: { id: SET }, body: { disId: SET, ...move } },
      promoteStatic: { body: { fileName: STATIC, ...move } },
      promoteMany: { body: { kind: 'dis', keys: [SET], ...move } },
      rollbackSet: { params: { id: SET }, body: await rollback(`/api/v2/admin/dis/${SET}/history`) },
      rollbackStatic: {
        body: { fileName: STATIC, ...(await rollback(`/api/v2/admin/static/history?fileName=${STATIC}`)) },
      },
      reprocess: { params: { id: SET } },
    };
    const starting = all.flatMap(([name, route]) => (route.startsJob ? [name] : []));
    // The first is asked above, the second belongs to administrators and is asked below.
    expect([...Object.keys(samples), 'uploadPack', 'retryJob'].sort()).toEqual(starting.sort());
    for (const [name, { params, body }] of Object.entries(samples)) {
      const route = routes[name as keyof typeof routes] as Route;
      const url = urlOf(route, { ...(params && { params: { ...params } }) });
      const answer = await send('sender', route.method, url, { ...(body && { payload: body }) });
      const job = await follow(addressOf(answer));
      expect(job.createdBy, name).toBe('sender');
      expect(job.jobStatus, `${name}: ${job.failure}`).toBe('COMPLETED');
    }
    const refused = addressOf(await upload(`meta-${SET}_bad.zip`, await zipOf({ 'versions.xml': '<versions>' })));
    const { id } = await follow(refused);
    expect(addressOf(await server.call('POST', `/api/v2/admin/batch/${id}/retry`))).toBe(refused);
    await follow(refused);
  });
});

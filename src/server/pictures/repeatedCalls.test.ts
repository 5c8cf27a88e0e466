/**
 * Picture calls that are made again, word for word, go past the framework. They must be answered as if they did not: with the
 * same bytes and headers, a line of the audit trail and a count; and refused as soon as the call would be, whatever took the
 * right away.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../contract/index.ts';
import { type App, startApp } from '../app.ts';
import { readSettings } from '../config.ts';
import { databases } from '../testing/databases.ts';
import { multipart, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, plain, SET, VERSION, zipOf } from '../testing/tinyPacks.ts';

type Headers = Record<string, string>;
const TESTER: readonly Role[] = ['ROLE_TEST_EMBARGO'];
const IMAGE = `/embargo/api/v2/image/dis/${SET}/image?view=001&format=png&layers=black`;
const FROM_OPTIONS = `/embargo/api/v2/image/dis/${SET}/imageFromOptions?view=001&format=png&versionId=${VERSION}`;

describe.each(databases())('a picture call that is made again on %s', (kind) => {
  let server: TestApp;
  /** Answers the calls: on PostgreSQL another process would, and only the database tells it of changes. */
  let answering: App;
  let port = 0;

  async function ask(path: string, headers: Headers, body?: string) {
    const sent = request({ host: '127.0.0.1', port, path, headers: { accept: 'image/png', ...headers }, agent: false });
    if (body !== undefined) sent.write(body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject).end();
    });
    const bytes = await buffer(answer);
    const code = answer.headers['content-type']?.includes('json') ? JSON.parse(String(bytes)).code : undefined;
    return { status: answer.statusCode, headers: answer.headers, bytes, code: code as string | undefined };
  }
  type Answer = Awaited<ReturnType<typeof ask>>;
  /** The usual way also tells the steps of a painting. */
  const isShort = ({ headers }: Answer) => !String(headers['server-timing']).includes('wait');
  /** The same words with one more, which nobody knows, take the usual way. */
  let others = 0;
  const askAnew = (path: string, headers: Headers) => ask(path, { ...headers, 'x-other': String(++others) });

  /** Makes the call until it goes past the framework. */
  async function made(path: string, headers: Headers): Promise<Answer> {
    expect((await ask(path, headers)).status).toBe(200);
    const again = await ask(path, headers);
    expect([again.status, isShort(again)]).toEqual([200, true]);
    return again;
  }
  async function isAnsweredAs(status: number, path: string, headers: Headers): Promise<Answer> {
    const answer = await ask(path, headers);
    const anew = await askAnew(path, headers);
    expect([answer.status, answer.code, answer.headers['etag']]).toEqual([status, anew.code, anew.headers['etag']]);
    expect(anew.status).toBe(status);
    expect(answer.bytes.equals(anew.bytes) || status >= 400).toBe(true);
    return answer;
  }
  const admin = async (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    as: readonly Role[] = ['ROLE_ADMIN'],
  ) => {
    const answer = await server.call(method, `/api/v2/admin/${path}`, { as, ...(body !== undefined && { body }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer;
  };
  async function configure(fileName: string, xml: string) {
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const { headers, payload } = multipart(fileName, Buffer.from(xml));
    const url = '/embargo/api/v2/admin/global-files';
    const own = { ...headers, cookie, 'x-csrf-token': token };
    const answer = await server.app.inject({ method: 'POST', url, headers: own, payload });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const deliver = async (red: number) =>
    server.deliver(
      `image-ext-${SET}.zip`,
      await zipOf({ '001/black.png': await plain([red, 0, 0, 255]), '001/white.png': await plain([9, red, 0, 255]) }),
    );
  const cookieOf = async (roles = TESTER): Promise<Headers> => ({ cookie: (await server.signIn(roles)).cookie });

  beforeAll(async () => {
    server = await startTestApp(kind);
    const settings = {
      LACQUER_DATA: server.folder,
      LACQUER_DATABASE_URL: server.databaseUrl,
      LACQUER_LOG_LEVEL: 'silent',
      LACQUER_WORKERS: '0',
      FEATURE_QUALITY_REPORT_ENABLED: 'false',
      LACQUER_THUMBNAILS: 'false',
    };
    answering = kind === 'postgres' ? await startApp(readSettings(settings)) : server;
    await answering.app.listen({ port: 0, host: '127.0.0.1' });
    port = (answering.app.server.address() as AddressInfo).port;
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await deliver(255);
  });
  afterAll(async () => {
    if (answering !== server) await answering.close();
    await server.stop();
  });

  it.each([IMAGE, FROM_OPTIONS])('has the same bytes and headers, also as 304: %s', async (path) => {
    const headers = await cookieOf();
    await made(path, headers);
    const [short, anew] = [await ask(path, headers), await askAnew(path, headers)];
    const without = ({ 'x-request-id': id, 'server-timing': timing, date, ...rest }: Answer['headers']) => {
      expect([id, timing, date].every((one) => one !== undefined)).toBe(true);
      return rest;
    };
    expect([isShort(short), isShort(anew)]).toEqual([true, false]);
    expect(without(short.headers)).toEqual(without(anew.headers));
    expect(short.bytes.equals(anew.bytes)).toBe(true);
    expect(short.headers['x-request-id']).not.toBe((await ask(path, headers)).headers['x-request-id']);

    const conditional = { ...headers, 'if-none-match': String(short.headers['etag']) };
    const known = [await ask(path, conditional), await ask(path, conditional), await askAnew(path, conditional)];
    expect(known.map(({ status, bytes }) => [status, bytes.length])).toEqual([304, 304, 304].map((one) => [one, 0]));
    const [, second, third] = known.map((one) => ({ ...one.headers, 'x-request-id': '', date: '' }));
    expect(second).toEqual(third);
  });

  it('is in the audit trail once, and counted', async () => {
    const headers = await cookieOf();
    await made(IMAGE, headers);
    const count = async () => {
      const text = (await answering.app.inject({ url: '/api/v2/metrics', headers: await cookieOf(['ROLE_ADMIN']) }))
        .body;
      const value = (line: RegExp) => Number(line.exec(text)?.[1]);
      return [
        value(/^lacquer_pictures_total\{from="memory"\} (\d+)/m),
        value(/^lacquer_request_seconds_count\{method="GET",route="[^"]*embargo[^"]*\/image",status="200"\} (\d+)/m),
      ];
    };
    const before = await count();
    const answer = await ask(IMAGE, headers);
    expect(await count()).toEqual(before.map((one) => one + 1));
    const lines = () =>
      readdirSync(join(server.folder, 'audit'))
        .flatMap((name) =>
          readFileSync(join(server.folder, 'audit', name), 'utf8')
            .split('\n')
            .slice(0, -1),
        )
        .map((line) => JSON.parse(line) as Headers)
        .filter(({ requestId }) => requestId === answer.headers['x-request-id']);
    await expect.poll(lines).toHaveLength(1);
    expect(lines()[0]).toMatchObject({
      ...{ who: 'TEST_EMBARGO', ip: '127.0.0.1', call: 'image', method: 'GET', path: IMAGE },
      ...{ area: 'embargo', status: 200, result: 'done' },
    });
  });

  it('is refused as soon as its session has ended, its role is gone, or its account is disabled', async () => {
    for (const path of [IMAGE, FROM_OPTIONS]) {
      const roles: Role[] = path === IMAGE ? ['ROLE_TEST_EMBARGO', 'ROLE_TEST'] : ['ROLE_TEST_EMBARGO', 'ROLE_UPLOAD'];
      const { username, cookie } = await server.signIn(roles);
      const headers = { cookie };
      await made(path, headers);
      await admin('PUT', `users/${username}/roles`, { roles: ['ROLE_TEST'] });
      expect((await isAnsweredAs(403, path, headers)).code).toBe('not-allowed');
      await admin('PUT', `users/${username}/roles`, { roles });
      await made(path, headers);
      await admin('PUT', `users/${username}/disabled`, { disabled: true });
      await isAnsweredAs(401, path, headers);
      await admin('PUT', `users/${username}/disabled`, { disabled: false });
    }
    const { username, cookie } = await server.signIn(['ROLE_TEST_EMBARGO', 'ROLE_ADMIN']);
    await made(IMAGE, { cookie });
    await admin('DELETE', `users/${username}/sessions`);
    await isAnsweredAs(401, IMAGE, { cookie });
  });

  it('is refused as soon as its token is revoked', async () => {
    const { username } = await server.signIn(TESTER);
    const answer = await admin('POST', 'tokens', { name: 'script', username, days: 1, scopes: ['read:embargo'] });
    const { id, token } = answer.json<{ id: string; token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    await made(IMAGE, headers);
    await admin('DELETE', `tokens/${id}`);
    expect((await isAnsweredAs(401, IMAGE, headers)).code).toBe('bad-token');
  });

  it('takes the usual way with a body, and is refused from another site and at another host', async () => {
    const headers = await cookieOf();
    await made(IMAGE, headers);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    for (const body of [undefined, 'x']) expect(isShort(await ask(IMAGE, chunked, body))).toBe(false);
    expect((await ask(IMAGE, { ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await ask(IMAGE, { ...headers, host: 'cars.example.com' })).status).toBe(421);
  });

  it('has the new picture as soon as there is one, and none for a set that is hidden, comes back, or is gone', async () => {
    const headers = await cookieOf();
    const before = [await made(IMAGE, headers), await made(FROM_OPTIONS, headers)];
    await deliver(100);
    const after = [await isAnsweredAs(200, IMAGE, headers), await isAnsweredAs(200, FROM_OPTIONS, headers)];
    expect(after.map((one, at) => one.headers['etag'] === before[at]?.headers['etag'])).toEqual([false, false]);

    for (const path of [IMAGE, FROM_OPTIONS]) await made(path, headers);
    await configure('visibility_configuration.xml', `<visibility><set pattern="${SET}" areas="prod"/></visibility>`);
    for (const path of [IMAGE, FROM_OPTIONS]) await isAnsweredAs(404, path, headers);
    await configure('visibility_configuration.xml', '<visibility/>');
    for (const path of [IMAGE, FROM_OPTIONS]) await made(path, headers);

    // A date that passes changes nothing in the database.
    const soon = Date.now() + 1500;
    const from = new Date(soon).toISOString();
    await configure(
      'visibility_configuration.xml',
      `<visibility><set pattern="${SET}" areas="embargo" from="${from}"/></visibility>`,
    );
    const statuses: (number | undefined)[] = [];
    for (;;) {
      const [short, anew] = [await ask(IMAGE, headers), await askAnew(IMAGE, headers)];
      statuses.push(short.status);
      // The date may pass between the two.
      if (short.status === anew.status && Date.now() > soon + 200) break;
      await setTimeout(20);
    }
    expect(statuses[0]).not.toBe(statuses.at(-1));
    await configure('visibility_configuration.xml', '<visibility/>');

    for (const path of [IMAGE, FROM_OPTIONS]) await made(path, headers);
    await admin('DELETE', `dis/${SET}`, undefined, ['ROLE_ADMIN', 'ROLE_UPLOAD']);
    for (const path of [IMAGE, FROM_OPTIONS]) await isAnsweredAs(404, path, headers);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await deliver(255);
  });

  it('is refused when its country is no longer in the list', async () => {
    const headers = await cookieOf();
    await configure('country_list_1.xml', '<countries><country code="DE" name="Germany"/></countries>');
    const path = `${FROM_OPTIONS}&country=DE`;
    await made(path, headers);
    await configure('country_list_1.xml', '<countries><country code="GB" name="Britain"/></countries>');
    expect((await isAnsweredAs(400, path, headers)).code).toBe('unknown-country');
  });

  it('is painted again when the picture has left the memory', async () => {
    const headers = await cookieOf();
    const { bytes } = await made(IMAGE, headers);
    const { cookie, token } = await server.signIn(['ROLE_ADMIN']);
    const own = { cookie, 'x-csrf-token': token };
    const cleared = await answering.app.inject({ url: '/api/v2/admin/clearAllCaches', headers: own });
    expect(cleared.statusCode, cleared.body).toBe(200);
    const answer = await ask(IMAGE, headers);
    expect([isShort(answer), answer.bytes.equals(bytes)]).toEqual([false, true]);
  });
});

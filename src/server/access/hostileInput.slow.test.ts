/**
 * Every call of the contract against hostile input (OWASP ASVS 1.2, 1.3.6, 2.2, 15.3): arrays for strings, missing and
 * surplus fields, names of built-in object properties, strings that break other servers. No call answers 500, connects
 * to other machines, starts a process, or changes anything unnoticed.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AREAS, ROLES, type Route, routes } from '../../contract/index.ts';
import { databases } from '../testing/databases.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET, VERSION } from '../testing/tinyPacks.ts';
import { createApiToken } from './apiTokens.ts';
import { HOSTILE_STRINGS } from './testing/hostileStrings.ts';
import { addUser } from './users.ts';

/** inputs per call */
const RUNS = 12;
const PLAUSIBLE = [
  SET,
  VERSION,
  '001',
  'ext',
  'LHD',
  'HD',
  'black',
  'prod',
  'embargo',
  `meta-${SET}.zip`,
  '/packs',
  '1',
];

type Schema = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

const text = fc.oneof(
  fc.constantFrom(...PLAUSIBLE),
  fc.constantFrom(...HOSTILE_STRINGS),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const anything = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, [], {}, [[]], ['a', 'b'], { length: 1 }, { toString: 'x' }),
  fc.json().map((json) => JSON.parse(json) as unknown),
);

/** Mostly what the schema accepts, and sometimes something else. */
function mostly(schema: Schema): fc.Arbitrary<unknown> {
  const right = (): fc.Arbitrary<unknown> => {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(mostly));
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 0, max: 100 });
    if (schema.type === 'array') return fc.array(mostly(schema.items ?? {}), { maxLength: 4 });
    if (schema.type === 'object') return objectOf(schema);
    return text;
  };
  return fc.oneof({ arbitrary: right(), weight: 4 }, { arbitrary: anything, weight: 1 });
}
const objectOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, mostly(of)])), {
        requiredKeys: [],
      }),
      fc.dictionary(fc.constantFrom('admin', 'roles', 'constructor', 'x'), anything, { maxKeys: 1 }),
    )
    .map(([known, more]) => ({ ...known, ...more }));

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** An address with its parameters and query filled, and a body. */
const inputOf = (route: Route): fc.Arbitrary<{ url: string; body: unknown }> =>
  fc
    .record({
      params: fc.dictionary(fc.constantFrom('id', 'username', 'area', 'snapshot', 'sha256'), text),
      query: route.query ? objectOf(schemaOf(route.query)) : fc.constant({}),
      twice: fc.boolean(),
      body: route.body ? mostly(schemaOf(route.body)) : fc.constant(undefined),
    })
    .map(({ params, query, twice, body }) => {
      const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encode(params[name] || SET));
      const pairs = Object.entries(query as object).flatMap(([name, value]) => {
        const pair = `${encode(name)}=${encode(asText(value) ?? '')}`;
        return twice ? [pair, pair] : [pair];
      });
      return { url: `${path}?${pairs.join('&')}`, body };
    });
/** Also text that is not valid Unicode. */
const encode = (part: string) => encodeURIComponent(part.toWellFormed());

const LEFT_OUT: Readonly<Record<string, string>> = {
  signIn: 'limited',
  uploadPack: 'a multipart body: delivery.test.ts',
};
const BODY_OF_ITS_OWN = new Set(['uploadGlobalConfig']);

describe.each(databases())('hostile input on %s', (kind) => {
  let server: TestApp;
  let token: string;
  const calledOut: unknown[] = [];
  const noticed = (message: unknown) => calledOut.push((message as { socket: { remoteAddress?: string } }).socket);
  beforeAll(async () => {
    server = await startTestApp(kind);
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    await addUser(server.database, { username: 'hostile', password: PASSWORD, roles: ROLES }, Date.now());
    const made = { name: 'hostile', username: 'hostile', now: Date.now(), expiresAt: null };
    ({ token } = await createApiToken(server.database, made));
    // Its own connections to PostgreSQL are open by now, or counted.
    if (kind === 'sqlite') subscribe('net.client.socket', noticed);
  });
  afterAll(async () => {
    unsubscribe('net.client.socket', noticed);
    await server.stop();
  });

  const all: [string, Route][] = Object.entries(routes as Readonly<Record<string, Route>>).filter(
    ([name]) => LEFT_OUT[name] === undefined && !BODY_OF_ITS_OWN.has(name),
  );
  it.each(all)('%s', async (name, route) => {
    const prefixes = route.areas ? ['', ...AREAS.map((area) => `/${area}`)] : [''];
    await fc.assert(
      fc.asyncProperty(inputOf(route), fc.constantFrom(...prefixes), async ({ url, body }, prefix) => {
        const answer = await server.app.inject({
          method: route.method,
          url: `${prefix}${url}`,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { payload: JSON.stringify(body) }),
        });
        expect(answer.statusCode, `${name} ${answer.body}`).toBeLessThan(500);
        if (answer.statusCode < 400) return;
        expect(answer.json(), answer.body).toMatchObject({
          errorMessage: expect.stringMatching(/\w/),
          code: expect.stringMatching(/^[a-z0-9-]+$/),
          status: answer.statusCode,
          requestId: expect.any(String),
        });
        expect(answer.body).not.toMatch(/SQLITE|syntax error|node_modules|\.ts:\d|at Object\./);
      }),
      { numRuns: RUNS },
    );
  });

  it('a wrong field is named, and so is an unknown one', async () => {
    const add = (body: object) => server.call('POST', '/api/v2/admin/users', { body });
    const wrong = await add({ username: ['a'], roles: 'ROLE_ADMIN' });
    expect(wrong.json<{ details: { entry: string }[] }>().details.map(({ entry }) => entry)).toEqual([
      'username',
      'roles',
    ]);
    const more = { username: 'surplus', roles: [], password: PASSWORD, source: 'oidc', disabled: true, subject: 'x' };
    const refused = await add(more);
    expect(refused.statusCode).toBe(400);
    expect(refused.json<{ details: { entry: string }[] }>().details.map(({ entry }) => entry)).toEqual([
      'source',
      'disabled',
      'subject',
    ]);
    const users = (await server.call('GET', '/api/v2/admin/users')).json<{ username: string }[]>();
    expect(users.map(({ username }) => username)).not.toContain('surplus');
  });

  it('changed no table, file or account, started no process and made no connection', async () => {
    expect(existsSync('/tmp/lacquer-was-here')).toBe(false);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    const users = await server.database.read.selectFrom('users').select('username').execute();
    expect(users.map((user) => user.username)).toEqual(expect.arrayContaining(['admin', 'hostile']));
    const shells = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8')
        .split(' ')
        .filter((id) => id !== ''),
    );
    const names = shells.map((id) => readFileSync(`/proc/${id}/comm`, 'utf8').trim());
    expect(names.filter((name) => /^(sh|bash|dash|touch|curl)$/.test(name))).toEqual([]);
    expect(calledOut).toEqual([]);
  });
});

/**
 * The OpenAPI document: complete, true to the contract, and with valid examples. A linter and two generators read it in
 * clients.slow.test.ts.
 */
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Role, type Route, routes } from '../../contract/index.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { metaZip, SET } from '../testing/tinyPacks.ts';
import { ANSWERS, BODIES } from './examples.ts';
import { fieldOf } from './operations.ts';
import { ERROR_CODES } from './refusals.ts';

const all = Object.entries(routes as Readonly<Record<string, Route>>);
const ALL_ROLES: readonly Role[] = ['ROLE_ADMIN', 'ROLE_UPLOAD', 'ROLE_TEST', 'ROLE_TEST_EMBARGO'];

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  servers?: { url: string; variables?: { area: { enum: string[] } } }[];
  parameters: { name: string; in: string; description: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, { description?: string }> } }> };
  responses: Record<string, object>;
}
interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

describe('the OpenAPI document', () => {
  let server: TestApp;
  let document: Document;
  const operations = new Map<string, Operation>();
  beforeAll(async () => {
    server = await startTestApp();
    await server.deliver(`meta-${SET}.zip`, await metaZip());
    document = (await server.call('GET', '/api/v2/openapi.json', { as: 'nobody' })).json<Document>();
    for (const path of Object.values(document.paths))
      for (const one of Object.values(path)) operations.set(one.operationId, one);
  });
  afterAll(() => server.stop());

  it('has every call under its name, with a title and a description', () => {
    expect([...operations.keys()].sort()).toEqual(all.map(([name]) => name).sort());
    const titles = [...operations.values()].map(({ summary }) => summary);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { description } of operations.values()) expect(description.length).toBeGreaterThan(40);
  });

  it('explains every parameter and every field of a body, with an example that the call accepts', () => {
    for (const [name, route] of all) {
      for (const part of ['params', 'query', 'body'] as const) {
        const shape = (route[part] as z.ZodObject | undefined)?.shape ?? {};
        for (const [key, schema] of Object.entries(shape)) {
          const field = fieldOf(name, key);
          expect(field?.description, `${name}.${key}`).toBeTruthy();
          const parsed = (schema as z.ZodType).safeParse(field?.example);
          expect(parsed.error?.issues, `${name}.${key}`).toBeUndefined();
        }
      }
    }
  });

  it('has bodies and answers as examples that the contract accepts', () => {
    for (const [name, body] of Object.entries(BODIES))
      expect(routes[name as 'promote'].body.safeParse(body).error, name).toBeUndefined();
    for (const [name, answer] of Object.entries(ANSWERS))
      expect(routes[name as 'promote'].answer.safeParse(answer).error, name).toBeUndefined();
  });

  it('names every error code that the sources have, and no other', () => {
    const sources = globSync('src/server/**/*.ts', { exclude: ['**/*.test.ts', '**/testing/**', '**/openApi/**'] });
    const found = new Set<string>();
    const ways = [
      /(?:badRequest|unauthorized|forbidden|notFound|conflict|tooLarge|unprocessable|tooMany|unavailable|\bfull)\(\s*'([a-z0-9-]+)'/g,
      /new ApiError\(\s*[^,]+,\s*'([a-z0-9-]+)'/g,
      /\bcode(?: =|:) '([a-z0-9-]+)'/g,
      /super\([^)]*?'([a-z]+-[a-z0-9-]+)'/g,
    ];
    for (const file of sources) {
      const text = readFileSync(file, 'utf8');
      for (const way of ways) for (const [, code = ''] of text.matchAll(way)) found.add(code);
    }
    // Nobody reads the answer after the caller has disconnected.
    found.delete('gone');
    expect([...ERROR_CODES].sort()).toEqual([...found].sort());
  });

  it('says who may call: a token, or a session and for changes its header token', () => {
    expect(operations.get('sets')?.security).toEqual([{ token: [] }, { session: [] }]);
    expect(operations.get('uploadPack')?.security).toEqual([{ token: [] }, { session: [], headerToken: [] }]);
    expect(operations.get('live')?.security).toEqual([]);
    expect(operations.get('uploadPack')?.description).toContain('API tokens need the scope `deliver` or `admin`.');
    expect(operations.get('image')?.description).toContain('`read:<area>`');
  });

  it('names the areas where a call is served below each', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['http://localhost:80']);
    expect(operations.get('image')?.servers?.[0]).toMatchObject({
      url: 'http://localhost:80{area}',
      variables: { area: { enum: ['', '/embargo', '/preprod', '/prod'] } },
    });
    expect(operations.get('uploadPack')?.servers).toBeUndefined();
  });

  it('has a schema once, and refers to it', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'Pack', 'JobAnswer', 'Area', 'ApiToken']),
    );
    expect(JSON.stringify(operations.get('packs')?.responses['200'])).toContain('"#/components/schemas/Pack"');
    // A field may have the name of a keyword.
    expect(document.components.schemas['JobAnswer']).toMatchObject({ properties: { id: { type: 'string' } } });
    expect(JSON.stringify(document).length).toBeLessThan(400_000);
  });

  it('an unsupported method is answered with the supported ones', async () => {
    const wrong = await server.call('PUT', '/api/v2/admin/files', { as: 'nobody' });
    expect([wrong.statusCode, wrong.headers['allow'], wrong.json<{ code: string }>().code]).toEqual([
      405,
      'GET, HEAD, POST',
      'method-not-allowed',
    ]);
    const parts = await server.call('GET', '/api/v2/admin/files/resumable', { as: 'nobody' });
    expect([parts.statusCode, parts.headers['allow']]).toEqual([405, 'DELETE, HEAD, PATCH, POST']);
    for (const url of ['/embargo/api/v2/admin/files', '/api/v2/admin/nothing']) {
      expect((await server.call('PUT', url, { as: 'nobody' })).statusCode).toBe(404);
    }
    for (const url of ['/api/docs/static/', '/api/docs/static/page.js', '/api/docs', '/api/docs/json']) {
      for (const method of ['PUT', 'DELETE', 'POST'] as const) {
        const refused = await server.call(method, url, { as: 'nobody' });
        expect([url, method, refused.statusCode, refused.headers['allow']]).toEqual([url, method, 405, 'GET, HEAD']);
      }
    }
  });

  it.each(all)('%s answers with a documented status, whoever calls and whatever is wrong', async (name, route) => {
    const documented = Object.keys(operations.get(name)?.responses ?? {});
    const url = (id: string) => route.path.replaceAll(/:(\w+)/g, (_, key) => (key === 'id' ? id : 'AAAA'));
    const query = Object.keys(route.query?.shape ?? {}).map((key) => `${key}=${String(fieldOf(name, key)?.example)}`);
    const body = Object.fromEntries(
      Object.keys((route.body as z.ZodObject | undefined)?.shape ?? {}).map((key) => [
        key,
        fieldOf(name, key)?.example,
      ]),
    );
    const ways = [url(SET), `${url(SET)}?wrong=1`, `${url('1PP2A9xxxxxxxxxx')}?${query.join('&')}`];
    for (const as of ['nobody', ['ROLE_TEST'], ALL_ROLES] as const) {
      // Signing out would end the session of the calls after it, a deletion the set of the others.
      if (/^(signOut|deleteSet|setRoles|setDisabled|resetPassword|endSessions)$/.test(name) && as !== 'nobody')
        continue;
      for (const way of ways) {
        const sent = route.body && way === ways[2] ? { body } : {};
        const answer = await server.call(route.method as 'GET', way, { as, ...sent });
        expect(documented, `${way} ${answer.body.slice(0, 200)}`).toContain(String(answer.statusCode));
      }
    }
  });
});

/** Which addresses are pages of the web app, and which are unknown calls. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchMethods } from './methods.ts';
import { serveWebApp } from './webApp.ts';

const folder = mkdtempSync(join(tmpdir(), 'test-web-'));
let app: FastifyInstance;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<script>check()</script><style nonce="__NONCE__"></style>');
  writeFileSync(join(folder, 'index.de.html'), '<html lang="de"><script>1</script>');
  mkdirSync(join(folder, 'sample'));
  mkdirSync(join(folder, 'assets'));
  for (const file of ['icon.svg', 'assets/a-1.js']) {
    writeFileSync(join(folder, file), 'plain');
    writeFileSync(join(folder, `${file}.br`), 'small');
  }
  app = fastify();
  await app.register(cookie);
  const methodsAt = watchMethods(app);
  await serveWebApp(app, folder, { origins: [], basePath: '', languageCookie: 'language', methodsAt });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it.each(['/', '/start', '/shelves/books?id=1', '/apis', '/capital/of/api-docs'])('%s is a page', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/html');
});

it.each([
  '/api',
  '/api/v2/nothing',
  '/prod/api/v2/nothing',
  '/x/api/v2/test/dis',
  '/staging/api',
  '/a/b/api/v2/books?id=1',
  '/SHELF/API/v2/books',
  '/x/%61pi/v2/test/dis',
  '/x%2Fapi%2Fv2/test/dis',
])('%s is an unknown call: 404 in JSON', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: 404, code: 'not-found' });
});

it('the page may run its own inline script and no other', async () => {
  const { headers } = await app.inject({ url: '/' });
  const hash = createHash('sha256').update('check()').digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
});

it.each([
  [{}, false],
  [{ 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' }, true],
  [{ 'accept-language': 'de', cookie: 'language=en' }, false],
  [{ 'accept-language': 'en', cookie: 'language=de' }, true],
])('a browser that sends %j gets German: %s', async (headers, german) => {
  const answer = await app.inject({ url: '/start', headers });
  expect(answer.body.includes('lang="de"')).toBe(german);
  expect(answer.headers['vary']).toBe('Accept-Language, Cookie');
  // The policy allows the scripts of this page, not those of the other.
  const hash = createHash('sha256')
    .update(german ? '1' : 'check()')
    .digest('base64');
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
});

it('below a base path, the page names its files and itself with it', async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<html lang="en"><link href="./icon.svg" /><script src="./assets/a.js"></script></html>',
  );
  const page = async (basePath: string) => {
    const below = fastify();
    await below.register(cookie);
    await serveWebApp(below, folder, { origins: [], basePath, languageCookie: 'language', methodsAt: () => [] });
    const { body } = await below.inject('/shelves/books');
    await below.close();
    return body;
  };
  expect(await page('/books')).toBe(
    '<html data-base-path="/books" lang="en"><link href="/books/icon.svg" /><script src="/books/assets/a.js"></script></html>',
  );
  expect(await page('')).toBe('<html lang="en"><link href="/icon.svg" /><script src="/assets/a.js"></script></html>');
});

it('sample files that are added while the server runs are served, and browsers revalidate them', async () => {
  expect((await app.inject('/sample/one.zip')).statusCode).toBe(404);
  writeFileSync(join(folder, 'sample', 'one.zip'), 'PK');
  const answer = await app.inject('/sample/one.zip');
  expect([answer.statusCode, answer.body]).toEqual([200, 'PK']);
  expect(answer.headers['cache-control']).toBe('public, max-age=0');
});

it.each(['/icon.svg', '/assets/a-1.js'])(
  '%s is kept for a year, and sent compressed to browsers that can',
  async (url) => {
    const plain = await app.inject({ url });
    expect([plain.statusCode, plain.body]).toEqual([200, 'plain']);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const small = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect([small.headers['content-encoding'], small.body]).toEqual(['br', 'small']);
    expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(200);
  },
);

it.each(['/icon.svg', '/assets/a-1.js', '/assets/', '/sample/', '/sample/one.zip'])(
  '%s answers other methods with those that it supports',
  async (url) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const { statusCode, headers } = await app.inject({ url, method });
      expect([method, statusCode, headers['allow']]).toEqual([method, 405, 'GET, HEAD']);
    }
  },
);

it.each(['/assets/none.js', '/assets/a-1.js.br', '/icon.svg.br', '/assets/..%2findex.html', '/index.de.html'])(
  '%s is nothing that can be had',
  async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ status: 404, code: 'not-found' });
  },
);

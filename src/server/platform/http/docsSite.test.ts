/** The documentation's pages: their addresses, their policy, and what is not a page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveDocs } from './docsSite.ts';

const folder = mkdtempSync(join(tmpdir(), 'test-docs-'));
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'index.html'), '<h1>Books</h1>');
  writeFileSync(join(folder, '404.html'), '<a href="__DOCS__/index.html">All pages</a>');
  writeFileSync(join(folder, 'style.css'), 'a { color: red }');
  writeFileSync(join(folder, 'files/Shelf'), '<script>alert(1)</script>');
  app = fastify();
  await serveDocs(app, folder, '/library');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('the first page is at /docs/, and /docs redirects to it', async () => {
  const { statusCode, headers } = await app.inject('/docs');
  expect([statusCode, headers['location']]).toEqual([308, '/docs/']);
  expect((await app.inject('/docs/')).body).toBe('<h1>Books</h1>');
});

it('a page runs only scripts of the site, and browsers revalidate it', async () => {
  const page = await app.inject('/docs/index.html');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(page.headers['cache-control']).toBe('no-cache');
  const again = await app.inject({ url: '/docs/', headers: { 'if-none-match': String(page.headers['etag']) } });
  expect(again.statusCode).toBe(304);
  expect((await app.inject('/docs/style.css')).headers['content-type']).toContain('text/css');
});

it('a file that is not part of a page is shown as text', async () => {
  expect((await app.inject('/docs/files/Shelf')).headers['content-type']).toBe('text/plain; charset=utf-8');
});

it.each(['/docs/nothing', '/docs/nothing/at/all.html', '/docs/files'])(
  '%s answers that there is no such page',
  async (url) => {
    const { statusCode, headers, body } = await app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(body).toBe('<a href="/library/docs/index.html">All pages</a>');
  },
);

it.each(['/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/..%2fpackage.json'])(
  '%s cannot reach a file outside the site',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBeGreaterThanOrEqual(400);
  },
);

it.each(['/docs', '/docs/', '/docs/index.html', '/docs/nothing'])(
  '%s answers other methods with those that the site supports',
  async (url) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      const { statusCode, headers } = await app.inject({ url, method });
      expect([method, statusCode, headers['allow']]).toEqual([method, 405, 'GET, HEAD']);
    }
  },
);

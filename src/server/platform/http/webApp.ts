/**
 * Serves the built web app: hashed files with a year of caching, the page with a fresh nonce, and a 404 in JSON for
 * every unknown API path.
 *
 *   serveWebApp
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { errorAnswerOf, notFound } from './errors.ts';
import { refuseMethod } from './methods.ts';
import { pageLanguage } from './pageLanguage.ts';

/** The decoded path, or the path itself if it cannot be decoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray percent sign: the path is looked up as it was sent.
    return path;
  }
}

/** With any prefix, so that a caller who mistypes it gets an error in JSON instead of a page. */
const isCall = (path: string): boolean => decoded(path).toLowerCase().split('/').includes('api');

/** The hashes of the page's inline scripts, for the policy: no other inline script may run. */
const inlineScripts = (html: string): string =>
  html
    .split('<script>')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('</script>')))
    .map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .join('');

const policy = (nonce: string, scripts: string, origins: readonly string[]) => {
  const others = origins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${others}`,
    `connect-src 'self'${others}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** Whether the address ends like a file name. */
const isFile = (path: string): boolean => path.includes('.') && /^\w+$/.test(path.slice(path.lastIndexOf('.') + 1));

export interface WebAppOptions {
  /**
   * origins of other servers that the app may call. An address with a path would allow only that file
   */
  readonly origins: readonly string[];
  /** path below which a proxy serves the app: `/books`, or '' */
  readonly basePath: string;
  /** name of the cookie that holds the language chosen in this browser */
  readonly languageCookie: string;
  /** the methods of the calls at a path; empty if there is none */
  readonly methodsAt: (path: string) => readonly string[];
}

/** The page links its files relatively but has many addresses, and the app must know the base path. */
const placedBelow = (html: string, basePath: string): string =>
  html
    .replaceAll('="./', `="${basePath}/`)
    .replace('<html ', basePath === '' ? '<html ' : `<html data-base-path="${basePath}" `);

interface Page {
  readonly html: string;
  /** for the policy */
  readonly scripts: string;
}

/** @returns language -> page: English first (`index.html`), then each `index.<language>.html` */
function pagesIn(folder: string, basePath: string): ReadonlyMap<string, Page> {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^index(\.\w+)?\.html$/.test(file)) : [];
  const pages = files.map((file) => {
    const html = placedBelow(readFileSync(join(folder, file), 'utf8'), basePath);
    return [file.split('.').slice(1, -1)[0] ?? 'en', { html, scripts: inlineScripts(html) }] as const;
  });
  return new Map(pages.sort(([one], [other]) => Number(other === 'en') - Number(one === 'en')));
}

/** The folder of files that have the hash of their content in their names. */
const ASSETS = 'assets';
/** Whether it is no compressed copy, which is sent only in place of the original. */
const isOriginal = (path: string): boolean => !/\.(br|gz)$/.test(path);

/** The folder whose files may be added or change, under the same names, while the server runs. */
const ADDED_LATER = 'sample';

/** @param folder of the built app; if it is missing, the API still works and pages answer 404 */
export async function serveWebApp(app: FastifyInstance, folder: string, options: WebAppOptions): Promise<void> {
  const { origins, basePath } = options;
  const pages = pagesIn(folder, basePath);
  const languages = [...pages.keys()];
  if (pages.size > 0) {
    const forAYear = { index: false, preCompressed: true, immutable: true, maxAge: '1y' } as const;
    await app.register(fastifyStatic, { ...forAYear, root: folder, serve: false });
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry;
      if (!entry.isFile() || name.endsWith('.html') || !isOriginal(name)) continue;
      app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) => reply.sendFile(name));
    }
    // One address for all: hundreds of them would take a tenth of the server's start.
    if (existsSync(join(folder, ASSETS))) {
      await app.register(fastifyStatic, {
        ...forAYear,
        root: join(folder, ASSETS),
        prefix: `/${ASSETS}/`,
        allowedPath: isOriginal,
        decorateReply: false,
        schemaHide: true,
      });
    }
    if (existsSync(join(folder, ADDED_LATER))) {
      await app.register(fastifyStatic, {
        root: join(folder, ADDED_LATER),
        prefix: `/${ADDED_LATER}/`,
        index: false,
        decorateReply: false,
        schemaHide: true,
      });
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !isCall(path) && !isFile(path);
    const allowed = options.methodsAt(path);
    if (allowed.length > 0 && !allowed.includes(request.method)) return refuseMethod(request, reply, allowed);
    const language = pageLanguage(
      request.cookies[options.languageCookie],
      request.headers['accept-language'],
      languages,
    );
    const page = pages.get(language ?? '');
    if (page === undefined || !isPage) {
      const error = notFound('not-found', 'There is nothing at this address.');
      return reply.code(404).type('application/json').send(errorAnswerOf(error, request.id));
    }
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce, page.scripts, origins))
      .header('vary', 'Accept-Language, Cookie')
      .type('text/html; charset=utf-8')
      .send(page.html.replaceAll('__NONCE__', nonce));
  });
}

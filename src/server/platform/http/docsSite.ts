/**
 * Serves the documentation, a folder of finished pages, at `/docs/`. The pages link to each other relatively, so only
 * the one that is shown at unknown addresses needs the base path.
 *
 *   serveDocs
 */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { refuseMethod } from './methods.ts';

/** A page loads only files of the site. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files of the pages themselves. Others, such as schemas and examples, are shown as text. */
const PAGE_FILES = new Set(['.html', '.css', '.js', '.json', '.svg', '.png', '.webp', '.woff2']);

/** What every address of the site supports. */
const READS = ['GET', 'HEAD'];

/** @param folder of the site; if it is missing, these addresses answer 404 */
export async function serveDocs(app: FastifyInstance, folder: string, basePath: string): Promise<void> {
  if (!existsSync(folder)) return;
  const missing = readFileSync(join(folder, '404.html'), 'utf8').replaceAll('__DOCS__', `${basePath}/docs`);
  await app.register(
    async (docs) => {
      docs.get('', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/', 308));
      docs.setNotFoundHandler((request, reply) =>
        READS.includes(request.method)
          ? reply.code(404).header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(missing)
          : refuseMethod(request, reply, READS),
      );
      await docs.register(fastifyStatic, {
        root: folder,
        preCompressed: true,
        // Files keep their names when they change, so browsers revalidate them each time.
        cacheControl: false,
        decorateReply: false,
        schemaHide: true,
        setHeaders: (reply, path) => {
          const ending = extname(path.replace(/\.(br|gz)$/, ''));
          reply.header('cache-control', 'no-cache');
          if (ending === '.html') reply.header('content-security-policy', POLICY);
          if (!PAGE_FILES.has(ending)) reply.header('content-type', 'text/plain; charset=utf-8');
        },
      });
    },
    { prefix: '/docs' },
  );
}

/**
 * Serves Swagger UI at `/api/docs`: the calls of an OpenAPI document, to be read and tried. Its files are those of the
 * package; the page, its style and the script that starts it are ours, so that nothing inline is needed.
 *
 *   ApiPage
 *   serveApiPage
 */
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface ApiPage {
  /** the page, which loads the files below `api/docs/static/` and has a `#swagger-ui`. @param base path before every other */
  html: (base: string) => string;
  /** the OpenAPI document for the address that it is requested at */
  document: (request: FastifyRequest) => object;
  /** origins that the page may call, besides its own */
  origins: readonly string[];
  /** runs in the page before each call */
  prepare: (request: { url: string; headers: Record<string, string> }) => Promise<object>;
  /** CSS, after that of Swagger UI; relative addresses start at `/api/docs/static/` */
  style: string;
  /** JavaScript of the page, before Swagger UI starts */
  script: string;
}

const FILES = fileURLToPath(new URL('../../../../node_modules/@fastify/swagger-ui/static/', import.meta.url));
const SERVED = ['/swagger-ui.css', '/swagger-ui-bundle.js'];

const policyOf = (origins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');

/** `prepare` is sent to the browser as text. */
const scriptOf = ({ script, prepare }: ApiPage): string => `${script}
SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: new URL('../json', document.currentScript.src).href,
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  validatorUrl: null,
  withCredentials: true,
  requestInterceptor: ${String(prepare)},
});
`;

/** @param base what comes before every path in a browser: `/books`, or nothing */
export async function serveApiPage(app: FastifyInstance, page: ApiPage, base: string): Promise<void> {
  const policy = policyOf(page.origins);
  const made = [
    ['/', 'text/html', page.html(base)],
    ['/static/page.css', 'text/css', page.style],
    ['/static/page.js', 'text/javascript', scriptOf(page)],
  ] as const;
  await app.register(
    async (docs) => {
      docs.addHook('onRequest', async (_request, reply) => {
        // Files keep their names when they change, so browsers revalidate them each time.
        reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
      });
      for (const [path, type, text] of made) {
        docs.get(path, { schema: { hide: true } }, (_request, reply) =>
          reply.type(`${type}; charset=utf-8`).send(text),
        );
      }
      docs.get('/json', { schema: { hide: true } }, (request) => page.document(request));
      await docs.register(fastifyStatic, {
        root: FILES,
        prefix: '/static/',
        allowedPath: (path) => SERVED.includes(path),
        cacheControl: false,
        decorateReply: false,
        schemaHide: true,
      });
    },
    { prefix: '/api/docs' },
  );
}

/**
 * Which methods the calls of an address take, for callers that used another one (RFC 9110, 15.5.6).
 *
 *   watchMethods    of the routes that are registered after it
 */
import type { FastifyInstance } from 'fastify';

/** Every path has these; they say nothing about calls. */
const PLAIN = new Set(['/*', '*', '/']);

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);

export function watchMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (PLAIN.has(url)) return;
    const known = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    routes.set(url, known);
    for (const one of [method].flat()) known.methods.add(one);
  });
  return (path) => {
    const found = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}

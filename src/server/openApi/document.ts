/**
 * The OpenAPI document, made from the contract, for generating clients and trying calls.
 *
 *   openApiDocument   without servers: `serversAt` adds them
 */
import { type Route, type Routes, routesByDomain } from '../../contract/index.ts';
import { componentsOf } from './components.ts';
import { operationOf } from './operations.ts';
import { type Json, openSchemas } from './schemas.ts';
import { OF_AREAS, type OpenApiDocument } from './servers.ts';
import { TAGS } from './tags.ts';

const DESCRIPTION = `Lacquer shows cars as stacks of picture layers, and moves them through three areas: Embargo, Pre-Prod, Prod.

Programs send an API token: \`Authorization: Bearer …\`. Browsers have a session: a cookie, and for calls that change something the header
\`X-CSRF-Token\`, whose value \`GET /api/v2/public/session\` answers. Calls with an \`area\` among their servers are served below the
address of each area; at the base address they show Embargo.

Every error has the same body. A call that starts a job answers at once, and its header \`Location\` is the address of the job:
ask that with \`after\` until \`stoppedAt\` is set.

Whoever got no answer to a call that changes something sends it again with the same \`Idempotency-Key\`: it is made once.`;

const pathOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, '{$1}');

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly publicProdPictures: boolean;
  /** whether this server serves a call at any address */
  readonly serves: (route: Route) => boolean;
}

/** Marks the calls that each area serves with `OF_AREAS`. */
export function openApiDocument({ title, version, publicProdPictures, serves }: DocumentOptions): OpenApiDocument {
  const schemas = openSchemas();
  const paths: Record<string, Json> = {};
  for (const [domain, routes] of Object.entries(routesByDomain)) {
    for (const [name, route] of Object.entries(routes as Routes)) {
      if (!serves(route)) continue;
      const tag = TAGS[domain as keyof typeof TAGS][0];
      const operation = operationOf(name, tag, route, schemas, publicProdPictures);
      const path = pathOf(route);
      paths[path] = {
        ...paths[path],
        [route.method.toLowerCase()]: route.areas ? { ...operation, [OF_AREAS]: true } : operation,
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.values(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: componentsOf(schemas),
  };
}

/**
 * The OpenAPI document, made from the contract, for generating clients and trying calls.
 *
 *   openApiDocument   without servers, which depend on the address that it is requested at
 *   serversAt         with them
 */
import { type Area, ErrorAnswer, type Route, type Routes, routesByDomain } from '../../contract/index.ts';
import { SESSION_COOKIE } from '../access/access.ts';
import { takesKey } from '../access/idempotency.ts';
import { scopesFor } from '../access/scopes.ts';
import { ANSWERS, BODIES } from './examples.ts';
import { FIELDS, type Field } from './fields.ts';
import { ERROR_CODES, REFUSALS, statusesOf } from './refusals.ts';
import { type JsonSchema, openSchemas, type Schemas } from './schemas.ts';

type Json = Record<string, unknown>;
export interface OpenApiDocument extends Json {
  readonly paths: Record<string, Json>;
}

const TAGS: Readonly<Record<keyof typeof routesByDomain, readonly [name: string, description: string]>> = {
  access: ['Access', 'Signing in, sessions, accounts, API tokens.'],
  administration: ['Administration', 'Health, versions, metrics, caches.'],
  assetProfiles: ['Asset profiles', 'Profiles of the sets in Embargo, and reprocessing by them.'],
  batchJobs: ['Jobs', 'What runs in the background, and how far it is.'],
  catalogue: ['Catalogue', 'Image sets of an area: ids, versions, views, resolutions, layers.'],
  configuration: ['Configuration', 'Features and standard options of a version, and the set that it belongs to.'],
  delivery: [
    'Delivery',
    'Packs: upload and state. Large ones can be sent in parts by tus 1.0.0 at `/api/v2/admin/files/resumable`.',
  ],
  events: ['Events', 'What happened, to read on from a cursor or live as server-sent events.'],
  files: ['Files', 'The file browser.'],
  globalConfigs: ['Global configurations', 'Configuration files of an area and their history.'],
  home: ['Home', 'What waits for whoever is signed in.'],
  journal: ['Logs', 'The two logs.'],
  pictures: ['Pictures', 'Painted pictures.'],
  promotion: ['Promotion', 'Status, promotion, roll back, history, copying and renaming of sets.'],
  quality: ['Quality', 'Quality reports.'],
  staticImages: ['Static images', 'Static pictures: search, files, PDF.'],
  storage: ['Storage', 'What the store holds, and how much room it takes.'],
  thumbnails: ['Thumbnails', 'A small picture and the model of each set.'],
  webhooks: ['Webhooks', 'Other servers that receive events.'],
};

const DESCRIPTION = `Lacquer shows cars as stacks of picture layers, and moves them through three areas: Embargo, Pre-Prod, Prod.

Programs send an API token: \`Authorization: Bearer …\`. Browsers have a session: a cookie, and for calls that change something the header
\`X-CSRF-Token\`, whose value \`GET /api/v2/public/session\` answers. Calls with an \`area\` among their servers are served below the
address of each area; at the base address they show Embargo.

Every error has the same body. A call that starts a job answers at once, and its header \`Location\` is the address of the job:
ask that with \`after\` until \`stoppedAt\` is set.

Whoever got no answer to a call that changes something sends it again with the same \`Idempotency-Key\`: it is made once.`;

const PERMISSIONS: Readonly<Record<Route['permission'], string>> = {
  anyone: 'Needs no sign-in.',
  signedIn: 'For everybody who is signed in.',
  areaTest: 'For testers who may see the area.',
  pictures: 'For testers who may see the area; a server may open those of Prod to everybody.',
  baseCatalogue: 'For testers who may see the area, at the base address for uploaders and administrators, too.',
  upload: 'For uploaders and administrators.',
  admin: 'For administrators.',
};

/** marks calls that are served below the address of each area, until `serversAt` */
const OF_AREAS = 'x-areas';
const BASE = { area: 'embargo', base: true } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

const titleOf = (name: string): string => {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
};
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function descriptionOf(route: Route): string {
  const scopes = (scopesFor(route, BASE) ?? []).map((scope) =>
    scope === 'read:embargo' && route.areas ? 'read:<area>' : scope,
  );
  return [
    sentence(route.summary),
    PERMISSIONS[route.permission],
    route.changesCredentials
      ? 'Not for API tokens.'
      : scopes.length > 0 && `API tokens need the scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`,
    route.changesProd !== undefined && 'Where it changes Prod, a server may ask for a fresh proof of identity first.',
    route.startsJob && 'Starts a job; the header `Location` is its address.',
  ]
    .filter((part) => part !== false && part !== undefined)
    .join(' ');
}

export const fieldOf = (call: string, name: string): Field | undefined => FIELDS[`${call}.${name}`] ?? FIELDS[name];

function parametersOf(name: string, route: Route, { convert }: Schemas): Json[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const { required = [] } = convert(schema, 'input') as { required?: string[] };
    return Object.entries(schema.shape).map(([key, one]) => {
      const { description, example } = fieldOf(name, key) ?? {};
      return {
        name: key,
        in: part === 'params' ? 'path' : 'query',
        required: part === 'params' || required.includes(key),
        description,
        schema: convert(one as typeof schema, 'input'),
        example,
      };
    });
  });
}

function bodyOf(name: string, route: Route, { convert }: Schemas): Json | undefined {
  if (route.upload) {
    const schema = {
      type: 'object',
      properties: { file: { ...BINARY, description: 'The file, with its name.' } },
      required: ['file'],
    };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!route.body) return undefined;
  const schema = convert(route.body, 'input') as JsonSchema & { properties?: Record<string, Json> };
  for (const [key, one] of Object.entries(schema.properties ?? {})) {
    const description = fieldOf(name, key)?.description;
    schema.properties = { ...schema.properties, [key]: { ...one, description } };
  }
  const example = BODIES[name];
  return { required: true, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

function answerOf(name: string, route: Route, { convert }: Schemas): Json {
  const { media = 'application/json' } = route;
  const schema =
    route.media === undefined
      ? convert(route.answer, 'output')
      : media.startsWith('text/')
        ? { type: 'string' }
        : BINARY;
  const example = ANSWERS[name];
  return {
    description: sentence(route.summary),
    ...(route.startsJob && { headers: { Location: { $ref: '#/components/headers/Location' } } }),
    content: {
      [media]: { schema, ...(example !== undefined && { example }) },
      ...(route.streams && { 'text/event-stream': { schema: { type: 'string' } } }),
    },
  };
}

function securityOf({ permission, changes }: Route, publicProdPictures: boolean): Json[] {
  if (permission === 'anyone') return [];
  const session = { session: [], ...(changes && { headerToken: [] }) };
  return [{ token: [] }, session, ...(permission === 'pictures' && publicProdPictures ? [{}] : [])];
}

/** Answers without a body: redirects of the sign-in, and 304. */
function otherAnswers({ media, method, changes }: Route): Json {
  if (media === 'text/html') return { 302: { description: 'The page to go on at.' } };
  const canBeKnown = method === 'GET' && changes === undefined;
  return canBeKnown ? { 304: { description: 'The client has this answer: its `ETag` was in `If-None-Match`.' } } : {};
}

function operationOf(name: string, tag: string, route: Route, schemas: Schemas, publicProdPictures: boolean): Json {
  const body = bodyOf(name, route, schemas);
  const refusals = statusesOf(route).map((status) => [
    status,
    { $ref: `#/components/responses/${REFUSALS[status].name}` },
  ]);
  return {
    operationId: name,
    summary: titleOf(name),
    description: descriptionOf(route),
    tags: [tag],
    security: securityOf(route, publicProdPictures),
    parameters: [
      ...parametersOf(name, route, schemas),
      ...(takesKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...(body && { requestBody: body }),
    responses: { 200: answerOf(name, route, schemas), ...otherAnswers(route), ...Object.fromEntries(refusals) },
  };
}

const pathOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, '{$1}');

export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly publicProdPictures: boolean;
  /** whether this server serves a call at any address */
  readonly serves: (route: Route) => boolean;
}

/** @returns the document, and the paths that are served below the address of each area */
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
  const error = schemas.convert(ErrorAnswer, 'output');
  const components = schemas.components();
  const { code, ...fields } = (components['Error']?.['properties'] ?? {}) as Json;
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
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token. Administrators make them in Users.' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'The session of a browser.' },
        headerToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'Beside the session, for calls that change something; `GET /api/v2/public/session` answers it.',
        },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'A random UUID of your own for this call. Sent again with the same key within 24 hours, also after a broken connection, it is made once and answered as before, with `Idempotency-Replayed: true`.',
          schema: { type: 'string', minLength: 16, maxLength: 200 },
          example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
        },
      },
      headers: {
        Location: { description: 'The address of the job.', schema: { type: 'string', format: 'uri-reference' } },
      },
      responses: Object.fromEntries(
        Object.values(REFUSALS).map(({ name, description }) => [
          name,
          { description, content: { 'application/json': { schema: error } } },
        ]),
      ),
      schemas: {
        ...components,
        Error: {
          ...components['Error'],
          properties: {
            ...fields,
            code: {
              ...(code as Json),
              description: 'What happened, for programs. Later versions may have more.',
              anyOf: [{ enum: [...ERROR_CODES] }, { type: 'string' }],
            },
          },
        },
      },
    },
  };
}

/**
 * @param origin    that it is requested at
 * @param addresses of the areas and the base address: absolute, or paths of this origin
 */
export function serversAt(
  document: OpenApiDocument,
  origin: string,
  addresses: Readonly<Record<Area | 'base', string>>,
): OpenApiDocument {
  const all = Object.values(addresses);
  const ownPaths = all.filter((address) => !URL.canParse(address));
  const first = ownPaths[0];
  const areaServers = [
    ...(first === undefined
      ? []
      : [
          {
            url: `${origin}{area}`,
            description: 'An area, or the base address, which shows Embargo',
            variables: { area: { default: first, enum: ownPaths, description: 'Path of the area' } },
          },
        ]),
    ...all.filter((address) => URL.canParse(address)).map((url) => ({ url, description: 'On an address of its own' })),
  ];
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const withServers = Object.entries(operations).map(([method, operation]) => {
      const { [OF_AREAS]: ofAreas, ...rest } = operation as Json;
      return [method, ofAreas ? { ...rest, servers: areaServers } : rest];
    });
    return [path, Object.fromEntries(withServers)];
  });
  const base = URL.canParse(addresses.base) ? addresses.base : `${origin}${addresses.base}`;
  return { ...document, servers: [{ url: base, description: 'The base address' }], paths: Object.fromEntries(paths) };
}

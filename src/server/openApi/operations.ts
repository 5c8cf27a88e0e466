/**
 * The operations of the OpenAPI document: how it describes a call, its parameters, body and answers.
 *
 *   operationOf
 *   fieldOf       the description and example of a parameter or body field
 */
import type { Route } from '../../contract/index.ts';
import { takesKey } from '../access/idempotency.ts';
import { scopesFor } from '../access/scopes.ts';
import { ANSWERS, BODIES } from './examples.ts';
import { FIELDS, type Field } from './fields.ts';
import { REFUSALS, statusesOf } from './refusals.ts';
import type { Json, JsonSchema, Schemas } from './schemas.ts';

const PERMISSIONS: Readonly<Record<Route['permission'], string>> = {
  anyone: 'Needs no sign-in.',
  signedIn: 'For everybody who is signed in.',
  areaTest: 'For testers who may see the area.',
  pictures: 'For testers who may see the area; a server may open those of Prod to everybody.',
  baseCatalogue: 'For testers who may see the area, at the base address for uploaders and administrators, too.',
  upload: 'For uploaders and administrators.',
  admin: 'For administrators.',
};

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

export function operationOf(
  name: string,
  tag: string,
  route: Route,
  schemas: Schemas,
  publicProdPictures: boolean,
): Json {
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

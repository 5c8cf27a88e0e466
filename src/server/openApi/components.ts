/** The components of the OpenAPI document: how callers identify themselves, what calls share, the refusals and the schemas. */
import { ErrorAnswer } from '../../contract/index.ts';
import { SESSION_COOKIE } from '../access/access.ts';
import { ERROR_CODES, REFUSALS } from './refusals.ts';
import type { Json, Schemas } from './schemas.ts';

/** Called last: `schemas` has the components of all operations by then. */
export function componentsOf(schemas: Schemas): Json {
  const error = schemas.convert(ErrorAnswer, 'output');
  const components = schemas.components();
  const { code, ...fields } = (components['Error']?.['properties'] ?? {}) as Json;
  return {
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
  };
}

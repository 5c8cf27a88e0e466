/**
 * Zod schemas as OpenAPI writes them. Those that the contract exports become components of the same name.
 *
 *   openSchemas   converts, and collects the components that were used
 */
import { z } from 'zod';
import * as contract from '../../contract/index.ts';

/** An object of the document. */
export type Json = Record<string, unknown>;
export type JsonSchema = Json;

export interface Schemas {
  /** @param io what a caller sends, or what the server answers: they differ where a field has a default */
  convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** Those that `convert` referred to so far, by name. */
  components(): Record<string, JsonSchema>;
}

/** Names that say less than the schema itself. */
const INLINE = new Set<string>(['CommaList', 'Angle', 'Username', 'Password', 'Withheld']);
/** The name of a component, if it differs from that of the export. */
const NAMES: Readonly<Record<string, string>> = { ErrorAnswer: 'Error' };

const names = z.registry<{ id: string }>();
for (const [name, value] of Object.entries(contract as Record<string, unknown>)) {
  if (value instanceof z.ZodType && !INLINE.has(name) && !names.has(value))
    names.add(value, { id: NAMES[name] ?? name });
}

/** Removes limits that say nothing, and expressions that `format` replaces. */
function simplify(json: JsonSchema): void {
  if (json['format'] === 'date-time') delete json['pattern'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (Object.keys(json).length === 0 || json['additionalProperties'] === undefined) return;
  // Answers may get more fields; that must not break clients.
  if (json['additionalProperties'] === false) delete json['additionalProperties'];
}

const DEFS = '#/$defs/';

export function openSchemas(): Schemas {
  const found: Record<string, JsonSchema> = {};

  /** Moves what the schema refers to into the components. */
  function refer(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
    if (Array.isArray(value)) return value.map((one) => refer(one, renamed));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        if (key === '$schema' || key === '$defs' || key === '~standard') return [];
        // The name of the schema; a field of that name is an object.
        if (key === 'id' && typeof one === 'string') return [];
        if (key !== '$ref' || typeof one !== 'string') return [[key, refer(one, renamed)]];
        const name = one.replace(DEFS, '');
        return [[key, `#/components/schemas/${renamed.get(name) ?? name}`]];
      }),
    );
  }

  return {
    convert(schema, io) {
      // Nested in another schema, so that a schema with its own name becomes a reference, too.
      const whole = z.toJSONSchema(z.object({ part: schema }), {
        io,
        metadata: names,
        unrepresentable: 'any',
        override: ({ jsonSchema }) => simplify(jsonSchema as JsonSchema),
      }) as unknown as { properties: { part: JsonSchema }; $defs?: Record<string, JsonSchema> };
      const defs = Object.entries(whole.$defs ?? {});
      const renamed = new Map(
        defs.flatMap(([name, def]) => {
          const known = found[name];
          const differs = known !== undefined && JSON.stringify(known) !== JSON.stringify(refer(def, new Map()));
          return differs ? [[name, `${name}Input`] as const] : [];
        }),
      );
      for (const [name, def] of defs) found[renamed.get(name) ?? name] = refer(def, renamed) as JsonSchema;
      return refer(whole.properties.part, renamed) as JsonSchema;
    },
    components: () => Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

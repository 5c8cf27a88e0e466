/**
 * What a call does not know it refuses by name: a mistyped field must not be ignored as if it had been heard.
 *
 *   strict      a schema that takes no field beside its own
 *   noFields    of calls that take none
 */
import { z } from 'zod';

export const noFields = z.object({});

/** Schemas that say themselves what becomes of other fields (`z.looseObject`) are left as they are. */
export const strict = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

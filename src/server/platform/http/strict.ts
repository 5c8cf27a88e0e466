/**
 * Rejects fields that a call does not know, by name: a mistyped field must not be ignored silently.
 *
 *   strict      makes a schema accept only its own fields
 *   noFields    for calls that take none
 */
import { z } from 'zod';

export const noFields = z.object({});

/** Schemas that decide about other fields themselves (`z.looseObject`) stay as they are. */
export const strict = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;

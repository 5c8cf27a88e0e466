/** What a promotion or roll back would change in the target area: pictures, texts, and the car before and after. */
import { z } from 'zod';
import { Withheld } from './words.ts';

const PictureChange = z.object({
  path: z.string(),
  /** content hash; null: added */
  before: z.string().nullable(),
  /** content hash; null: removed */
  after: z.string().nullable(),
});
export type PictureChange = z.infer<typeof PictureChange>;

const TextChange = z.object({
  /** `rules-ext.xml` */
  file: z.string(),
  /** `family wheels` */
  what: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type TextChange = z.infer<typeof TextChange>;

/** What a promotion or roll back would change in the target area. */
export const ContentDiff = z.object({
  /** snapshot ids; null: the target does not have the set or pack */
  before: z.string().nullable(),
  after: z.string(),
  added: z.number().int(),
  replaced: z.number().int(),
  removed: z.number().int(),
  /** number of changes in meta files */
  textsChanged: z.number().int(),
  /** the first 2,000 of those that the caller may see */
  pictures: z.array(PictureChange),
  texts: z.array(TextChange),
  withheld: Withheld,
});
export type ContentDiff = z.infer<typeof ContentDiff>;

/** The car that a state of a set shows: a version with its standard options. */
const PaintedState = z.object({
  /** a sentence: why there is nothing to paint; null: there is */
  reason: z.string().nullable(),
  /** '' when there is nothing to paint */
  version: z.string(),
  label: z.string(),
  /** names, the first one first */
  angles: z.array(z.string()),
  resolutions: z.array(
    z.object({
      name: z.string(),
      /** pixels */
      width: z.number().int(),
      height: z.number().int(),
      /** absent: all of them */
      angles: z.array(z.string()).optional(),
    }),
  ),
});
export type PaintedState = z.infer<typeof PaintedState>;

/** The car before and after a promotion or roll back, as the target area shows it: the same version wherever both have one. */
export const PaintedDiff = z.object({
  viewport: z.enum(['exterior', 'interior']),
  /** null: the target does not have the set, or the caller may not see the car */
  before: PaintedState.nullable(),
  /** null: the caller may not see the car */
  after: PaintedState.nullable(),
  withheld: Withheld,
});
export type PaintedDiff = z.infer<typeof PaintedDiff>;

/**
 * What of the static test screen lives in the address.
 *
 *   StaticSearch, StaticFields
 */
import { z } from 'zod';
import { Area } from '../../../contract/words.ts';
import { OPTION_TYPES } from '../../../engine/staticImages.ts';
import { tableSearch } from '../../ui/tableSearch.ts';

const text = z.coerce.string().optional().catch(undefined);

const StaticFields = z.object({ brand: text, model: text, majorMinor: text, bodyStyle: text });
/** absent: every value */
export type StaticFields = z.infer<typeof StaticFields>;

const Mode = z.enum(['implicit', 'explicit']);
const Type = z.enum(OPTION_TYPES);

export const StaticSearch = StaticFields.extend({
  area: Area.optional().catch(undefined),
  /** absent: colors */
  type: Type.optional().catch(undefined),
  /** absent: implicit */
  mode: Mode.optional().catch(undefined),
  /** absent: shown */
  images: z.literal(false).optional().catch(undefined),
  /** what was submitted, while the form may say something else already */
  shown: StaticFields.extend({ type: Type, mode: Mode }).optional().catch(undefined),
  ...tableSearch,
});
export type StaticSearch = z.infer<typeof StaticSearch>;
export type Shown = NonNullable<StaticSearch['shown']>;

/**
 * Feature ids: their form, their family, and which of the three fields of a call (colour, trim, options) holds them.
 *
 *   COLOUR_FAMILY, TRIM_FAMILY, MANDATORY_FAMILIES
 *   isFeatureId, kindOf          form of an id; colour, trim or additional option
 *   splitChoice, joinChoice      a list of ids <-> the fields of a call
 */

export const COLOUR_FAMILY = '0M';
export const TRIM_FAMILY = '0P';

/** Families that every version must have a standard option of. */
export const MANDATORY_FAMILIES: readonly string[] = [COLOUR_FAMILY, TRIM_FAMILY];

export type FeatureKind = 'colour' | 'trim' | 'option';

export interface Choice {
  readonly colour?: string;
  readonly trim?: string;
  readonly options: readonly string[];
}

const FEATURE_ID = /^[A-Z0-9]{3,16}$/;

/** True for 3 to 16 characters of `A-Z` and `0-9`. */
export function isFeatureId(text: string): boolean {
  return FEATURE_ID.test(text);
}

/** By the first two characters: `0M` is a colour, `0P` a trim, anything else an additional option. */
export function kindOf(featureId: string): FeatureKind {
  if (featureId.startsWith(COLOUR_FAMILY)) return 'colour';
  if (featureId.startsWith(TRIM_FAMILY)) return 'trim';
  return 'option';
}

/** Sorts feature ids into the fields of a call; of several colours or trims the last one counts, as in a selection. */
export function splitChoice(featureIds: Iterable<string>): Choice {
  let colour: string | undefined;
  let trim: string | undefined;
  const options: string[] = [];
  for (const id of featureIds) {
    const kind = kindOf(id);
    if (kind === 'colour') colour = id;
    else if (kind === 'trim') trim = id;
    else options.push(id);
  }
  return { ...(colour !== undefined && { colour }), ...(trim !== undefined && { trim }), options };
}

/** The feature ids of a call's fields: colour, trim, then the options; empty texts are left out. */
export function joinChoice(choice: Choice): string[] {
  return [choice.colour ?? '', choice.trim ?? '', ...choice.options].filter((id) => id !== '');
}

/**
 * The fields of the static test form (T 4.3, 5): which fields a type has, what they offer, and when their text is wrong.
 *
 *   FIELDS, Field
 *   enabledFields, optionsOf, lengthError, maxLength
 *   normalized     a typed text in the case that counts
 *   asOffered      all fields in that case: what is offered may come after they were typed
 */
import type { Criterion, VersionsCriteria } from '../../../contract/index.ts';
import type { OptionType } from '../../../engine/optionTypes.ts';
import { FOLDER_RULES, STATIC_LEVELS } from '../../../engine/staticFolders.ts';
import { staticTexts } from '../../texts/staticImages.ts';
import type { StaticFields } from './search.ts';

export type Field = keyof StaticFields;

/** From the widest to the narrowest: a choice clears the fields after it. */
export const FIELDS: readonly { name: Field; label: string; of: keyof Criterion }[] = [
  { name: 'brand', label: staticTexts.fields.brand, of: 'brand' },
  { name: 'model', label: staticTexts.fields.model, of: 'carLine' },
  { name: 'majorMinor', label: staticTexts.fields.majorMinor, of: 'majorMinorIndicator' },
  { name: 'bodyStyle', label: staticTexts.fields.bodyStyle, of: 'bodyStyle' },
];

export const maxLength = (field: Field): number => FOLDER_RULES[field].length[1];

/** Codes become capitals; names take the case in which they are offered. */
export function normalized(field: Field, text: string, options: readonly string[]): string {
  if (field === 'majorMinor' || field === 'bodyStyle') return text.toUpperCase();
  const folded = text.toLowerCase();
  return options.includes(text) ? text : (options.find((option) => option.toLowerCase() === folded) ?? text);
}

/** Features: all; colours and trims: model and body style; dimensions: brand; CO2: none. */
export const enabledFields = (type: OptionType): readonly Field[] => STATIC_LEVELS[type];

const SOURCES = {
  colors: 'colorFilters',
  trims: 'trimFilters',
  features: 'featureFilters',
  co2: 'co2Filters',
  dimensions: 'dimensionFilters',
} as const satisfies Record<OptionType, keyof VersionsCriteria>;

/** What a field offers: the distinct, sorted values, without empty ones, of the entries that match the fields before it. */
export function optionsOf(
  criteria: VersionsCriteria | undefined,
  type: OptionType,
  fields: StaticFields,
  field: Field,
): string[] {
  const at = FIELDS.findIndex(({ name }) => name === field);
  const before = FIELDS.slice(0, at).filter(({ name }) => enabledFields(type).includes(name));
  const entries = (criteria?.[SOURCES[type]] ?? []).filter((entry) =>
    before.every(({ name, of }) => (fields[name] ?? '') === '' || entry[of] === fields[name]),
  );
  const own = FIELDS[at]?.of ?? 'brand';
  return [...new Set(entries.map((entry) => entry[own]))].filter((value) => value !== '').sort();
}

/** @param criteria undefined: they are not known yet, and names stay as they are */
export function asOffered(
  fields: StaticFields,
  criteria: VersionsCriteria | undefined,
  type: OptionType,
): StaticFields {
  const named: StaticFields = { ...fields };
  // In order: what a field offers follows from the fields before it.
  for (const { name } of FIELDS) {
    const text = named[name];
    if (text !== undefined) named[name] = normalized(name, text, optionsOf(criteria, type, named, name));
  }
  return named;
}

/** undefined when the text may be sent; an empty field means every value. */
export function lengthError(field: Field, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const { pattern, length } = FOLDER_RULES[field];
  const [least, most] = length;
  if (text.length < least || text.length > most) return staticTexts.length(field);
  return pattern.test(text) ? undefined : staticTexts.signs(field);
}

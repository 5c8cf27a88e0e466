/**
 * The fields of the static test form (T 4.3, 5): which a type has, what they offer, and when their text is wrong.
 *
 *   FIELDS, Field
 *   enabledFields, optionsOf, lengthError
 */
import type { Criterion, VersionsCriteria } from '../../../contract/index.ts';
import { FOLDER_RULES, type OptionType, STATIC_LEVELS } from '../../../engine/staticImages.ts';
import type { StaticFields } from './search.ts';

export type Field = keyof StaticFields;

/** From the widest to the narrowest: a choice clears the fields after it. */
export const FIELDS: readonly { name: Field; label: string; min: number; max: number; of: keyof Criterion }[] = [
  { name: 'brand', label: 'Brand', min: 2, max: 10, of: 'brand' },
  { name: 'model', label: 'Model', min: 4, max: 4, of: 'carLine' },
  { name: 'majorMinor', label: 'Major and minor indicator', min: 2, max: 2, of: 'majorMinorIndicator' },
  { name: 'bodyStyle', label: 'Bodystyle', min: 2, max: 2, of: 'bodyStyle' },
];

/** Features: all; colours and trims: model and body style; dimensions: brand; CO2: none. */
export const enabledFields = (type: OptionType): readonly Field[] => STATIC_LEVELS[type];

const SOURCES = {
  colors: 'colorFilters',
  trims: 'trimFilters',
  features: 'featureFilters',
  co2: 'co2Filters',
  dimensions: 'dimensionFilters',
} as const satisfies Record<OptionType, keyof VersionsCriteria>;

/** What a field offers: of the entries that fit the fields before it, each value once, none empty, sorted. */
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

/** undefined when the text may be sent; an empty field means every value. */
export function lengthError(field: Field, text: string | undefined): string | undefined {
  const rule = FIELDS.find(({ name }) => name === field);
  if (!rule || text === undefined || text === '') return undefined;
  if (text.length < rule.min || text.length > rule.max) {
    return rule.min === rule.max ? `Exactly ${rule.min} characters` : `${rule.min} to ${rule.max} characters`;
  }
  return FOLDER_RULES[field].pattern.test(text) ? undefined : 'Capital letters and digits';
}

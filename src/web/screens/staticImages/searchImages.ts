/**
 * The search of the static test: what is sent for a submitted form, and what is compared to know that it changed.
 *
 *   searchImages
 *   trimmedFields, sameFields
 *   linkOf              the address of a picture, as the screen links it
 *   typeName            a type as the calls and file names have it
 */
import { AREAS, type Area, type StaticImageInfo } from '../../../contract/index.ts';
import type { OptionType } from '../../../engine/optionTypes.ts';
import { api } from '../../api/api.ts';
import { addressOf } from '../../app/environment.ts';
import { FIELDS } from './fields.ts';
import type { Shown, StaticFields } from './search.ts';
import { secureUrl } from './secureUrl.ts';

const TYPE_NAMES = {
  colors: 'Colors',
  trims: 'Trims',
  features: 'Features',
  co2: 'CO2',
  dimensions: 'Dimensions',
} as const satisfies Record<OptionType, string>;

export const typeName = (type: OptionType): string => TYPE_NAMES[type];

/** Finds the pictures that a submitted form asks for. */
export function searchImages(area: Area, form: Shown, signal: AbortSignal): Promise<StaticImageInfo[]> {
  const { type, mode, brand, model, majorMinor = '', bodyStyle } = form;
  const explicit = mode === 'explicit' ? 'true' : 'false';
  if (type === 'co2') return api(area).co2ClassImages({ query: { explicit }, signal });
  return api(area).imageInfo({
    params: { optionType: typeName(type) },
    query: {
      familyCode: model,
      bodyStyle,
      brand,
      majorIndicator: majorMinor[0],
      minorIndicator: majorMinor[1],
      explicit,
    },
    signal,
  });
}

/** A blank at the end is typed before the next word; the address has none. */
export const sameFields = (a: StaticFields, b: StaticFields): boolean =>
  FIELDS.every(({ name }) => (a[name] ?? '').trim() === (b[name] ?? '').trim());

export const trimmedFields = (fields: StaticFields): StaticFields =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text?.trim() || undefined]));

export const linkOf = (image: StaticImageInfo): string => secureUrl(image.url, window.location, AREAS.map(addressOf));

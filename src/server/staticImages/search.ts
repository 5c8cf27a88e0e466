/**
 * Searches the static pictures of an area.
 *
 *   parseOptionType      @throws ApiError 400 that lists the types
 *   toStaticQuery        query parameters -> a query of the engine
 *   openStaticSearch     images, criteria
 *   toImageInfos         images as calls answer them
 */
import type { FastifyRequest } from 'fastify';
import type { Area } from '../../contract/index.ts';
import type { Criterion, StaticImageInfo, VersionsCriteria } from '../../contract/staticImages.ts';
import { OPTION_TYPES, type OptionType } from '../../engine/optionTypes.ts';
import {
  findStatic,
  imageNameOf,
  parseWildcard,
  type StaticQuery,
  type StaticValues,
  staticCriteria,
} from '../../engine/staticImages.ts';
import { badRequest } from '../platform/http/errors.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { StaticIndexes, StoredImage } from './staticIndexes.ts';

export function parseOptionType(text: string): OptionType {
  const type = OPTION_TYPES.find((one) => one === text.toLowerCase());
  if (!type) throw badRequest('unknown-type', `${text} is not a type. Types: ${OPTION_TYPES.join(', ')}.`);
  return type;
}

/** '' and absent match every value. If only one half of the indicator is given, the other half matches every value. */
export function toStaticQuery(parameters: {
  familyCode?: string | undefined;
  bodyStyle?: string | undefined;
  brand?: string | undefined;
  majorIndicator?: string | undefined;
  minorIndicator?: string | undefined;
}): StaticQuery {
  const { familyCode = '', bodyStyle = '', brand = '', majorIndicator = '', minorIndicator = '' } = parameters;
  const majorMinor = parseWildcard(`${majorIndicator || 'x'}${minorIndicator || 'x'}`);
  return {
    ...(familyCode !== '' && { model: familyCode }),
    ...(bodyStyle !== '' && { bodyStyle }),
    ...(brand !== '' && { brand }),
    ...(majorMinor !== undefined && { majorMinor }),
  };
}

const toCriterion = (values: StaticValues): Criterion => ({
  brand: values.brand ?? '',
  carLine: values.model ?? '',
  majorMinorIndicator: values.majorMinor ?? '',
  bodyStyle: values.bodyStyle ?? '',
});

export const openStaticSearch = (indexes: StaticIndexes) => ({
  async images(area: Area, type: OptionType, query: StaticQuery, explicit: boolean): Promise<StoredImage[]> {
    const { packs } = await indexes(area);
    const found: StoredImage[] = [];
    await eachInTurns(findStatic(packs, type, query, explicit), (image) => found.push(image));
    return found;
  },

  /** @param ofVersions values that the versions of image sets add to those of colours and trims */
  async criteria(area: Area, ofVersions: readonly StaticValues[]): Promise<VersionsCriteria> {
    const { packs } = await indexes(area);
    const filters = (type: OptionType, more: readonly StaticValues[] = []) => {
      const all = [...staticCriteria(packs, type), ...more].map(toCriterion);
      return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
    };
    return {
      colorFilters: filters('colors', ofVersions),
      trimFilters: filters('trims', ofVersions),
      featureFilters: filters('features'),
      dimensionFilters: filters('dimensions'),
      co2Filters: filters('co2'),
    };
  },
});

/** @param prefix path prefix of the area's address, with the base path */
export async function toImageInfos(
  images: readonly StoredImage[],
  prefix: string,
  request: FastifyRequest,
): Promise<StaticImageInfo[]> {
  const base = `${request.protocol}://${request.host}${prefix}/api/v2/image/static/pictures`;
  const infos: StaticImageInfo[] = [];
  await eachInTurns(images, ({ path, sha256 }) => {
    const file = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    infos.push({ imageName: imageNameOf(path), path, url: `${base}/${sha256}/${file}` });
  });
  return infos;
}

/**
 * A version with what was chosen for it: found in an area, sold in the country, its options checked.
 *
 *   Configured, configure
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { isFeatureId } from '../../engine/codes.ts';
import type { CompiledConfiguration } from '../../engine/configuration.ts';
import { isKnownCountry, saleOf } from '../../engine/countries.ts';
import { isVersion } from '../../engine/lcdv.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import { configurationOf } from '../catalogue/compiled.ts';
import type { SeenCatalogue } from '../catalogue/seen.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { badRequest, notFound } from '../platform/http/errors.ts';

export interface Wish {
  version: string;
  /** absent: the set that the version belongs to */
  disId?: string | undefined;
  chosen: readonly string[];
  country?: string | undefined;
}

export interface Configured {
  set: ServedSet;
  version: string;
  configuration: CompiledConfiguration;
  /** what stands of the wish */
  chosen: readonly string[];
  /** what does not, each with its reason */
  dropped: readonly string[];
}

/** Comma-joined ids; empty parts mean nothing. */
export const idsOf = (...lists: (string | undefined)[]): string[] =>
  lists.flatMap((list) => (list ?? '').split(',')).filter((id) => id !== '');

/** @throws ApiError 400 for what is malformed, 404 for an unknown version or one that is not sold in the country */
export async function configure(
  {
    catalogue,
    globalConfigs,
  }: {
    /** as the caller sees it */
    catalogue: Pick<SeenCatalogue, 'ownerOf' | 'served'>;
    globalConfigs: OpenGlobalConfigs;
  },
  area: Area,
  wish: Wish,
): Promise<Configured> {
  const { version } = wish;
  if (!isVersion(version)) throw badRequest('bad-version', `${version} is not a version: 16 characters A-Z, 0-9.`);
  const malformed = wish.chosen.filter((id) => !isFeatureId(id));
  if (malformed.length > 0) throw badRequest('bad-option', `Not an option code: ${malformed.join(', ')}.`);
  if (wish.country !== undefined) {
    const configs = await globalConfigs.of(area);
    if (!isKnownCountry(wish.country, configs)) {
      throw badRequest('unknown-country', `${wish.country} is not in the country list of ${AREA_NAMES[area]}.`);
    }
    const sale = saleOf(version, wish.country, undefined, configs);
    if (!sale.sold) throw notFound('not-sold', sale.reason);
  }
  const disId = wish.disId ?? (await catalogue.ownerOf(area, version));
  const set = await catalogue.served(area, disId);
  if (!(set.meta.versions ?? []).some((declared) => declared.id === version)) {
    throw notFound('unknown-version', `${disId} declares no version ${version}.`);
  }
  const configuration = configurationOf(set);
  const { features, problems } = configuration.selection(version, wish.chosen);
  return { set, version, configuration, chosen: features, dropped: problems.map((problem) => problem.id) };
}

/**
 * Finds a version in an area, checks that it is sold in the country, and drops chosen options that are not offered.
 *
 *   ConfigurationRequest, Configured
 *   configure     @throws ApiError 400, 404
 *   idsOf         splits comma-joined ids
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { isFeatureId } from '../../engine/codes.ts';
import type { CompiledConfiguration } from '../../engine/configuration.ts';
import { isKnownCountry, saleOf } from '../../engine/countries.ts';
import { isVersion } from '../../engine/lcdv.ts';
import type { CallerCatalogue } from '../catalogue/callerCatalogue.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import { configurationOf } from '../catalogue/compiled.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import { badRequest, notFound } from '../platform/http/errors.ts';

export interface ConfigurationRequest {
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
  /** the chosen options that are offered */
  chosen: readonly string[];
  /** the chosen options that are not */
  dropped: readonly string[];
}

/** Splits lists of comma-joined ids; empty ids are left out. */
export const idsOf = (...lists: (string | undefined)[]): string[] =>
  lists.flatMap((list) => (list ?? '').split(',')).filter((id) => id !== '');

/** @throws ApiError 400 for what is malformed, 404 for an unknown version or one that is not sold in the country */
export async function configure(
  {
    catalogue,
    globalConfigs,
  }: {
    /** the catalogue as the caller sees it */
    catalogue: Pick<CallerCatalogue, 'ownerOf' | 'served'>;
    globalConfigs: GlobalConfigStore;
  },
  area: Area,
  request: ConfigurationRequest,
): Promise<Configured> {
  const { version } = request;
  if (!isVersion(version)) throw badRequest('bad-version', `${version} is not a version: 16 characters A-Z, 0-9.`);
  const malformed = request.chosen.filter((id) => !isFeatureId(id));
  if (malformed.length > 0) throw badRequest('bad-option', `Not an option code: ${malformed.join(', ')}.`);
  if (request.country !== undefined) {
    const configs = await globalConfigs.of(area);
    if (!isKnownCountry(request.country, configs)) {
      throw badRequest('unknown-country', `${request.country} is not in the country list of ${AREA_NAMES[area]}.`);
    }
    const sale = saleOf(version, request.country, undefined, configs);
    if (!sale.sold) throw notFound('not-sold', sale.reason);
  }
  const disId = request.disId ?? (await catalogue.ownerOf(area, version));
  const set = await catalogue.served(area, disId);
  if (!(set.meta.versions ?? []).some((declared) => declared.id === version)) {
    throw notFound('unknown-version', `${disId} declares no version ${version}.`);
  }
  const configuration = configurationOf(set);
  const { features, problems } = configuration.selection(version, request.chosen);
  return { set, version, configuration, chosen: features, dropped: problems.map((problem) => problem.id) };
}

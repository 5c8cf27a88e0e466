/**
 * What the country of a call decides: the driver type, and whether a version is sold there. An area without a configuration
 * file of a kind has no rules of that kind.
 *
 *   isKnownCountry     may a call name it
 *   driverOf           driver type of a call
 *   saleOf             the country to use for a version, or why it is not sold
 */
import type { GlobalConfigs } from './globalConfigs.ts';
import { comparePrecedence, matches } from './lcdv.ts';
import type { Driver } from './meta.ts';

export type Sale =
  /** `country`: the named one, or the default one that stands in for it */
  { readonly sold: true; readonly country: string } | { readonly sold: false; readonly reason: string };

/** True when the country list names the code; without a country list every code is known. */
export function isKnownCountry(code: string, configs: Pick<GlobalConfigs, 'countries'>): boolean {
  return configs.countries.length === 0 || configs.countries.some((country) => country.code === code);
}

/** The driver type that a call gives, else that of the country it names: RHD in the countries listed, LHD elsewhere. */
export function driverOf(
  given: Driver | undefined,
  country: string | undefined,
  configs: Pick<GlobalConfigs, 'rhdCountries'>,
): Driver {
  if (given) return given;
  return country !== undefined && configs.rhdCountries.includes(country) ? 'RHD' : 'LHD';
}

/**
 * Is a version sold in a country? Of the matching patterns, the one with the fewest `x` counts (at a tie, the first in byte
 * order); all rows with it name the version's countries. Without a matching row it is sold everywhere. Where it is not sold,
 * the default countries of the brand's groups that contain the country are tried in file order. A call without a brand uses
 * the groups of every brand.
 */
export function saleOf(
  version: string,
  country: string,
  brand: string | undefined,
  configs: Pick<GlobalConfigs, 'versionCountries' | 'brandGroups' | 'defaultCountries'>,
): Sale {
  const matching = configs.versionCountries.filter((row) => matches(row.pattern, version));
  const [pattern] = matching.map((row) => row.pattern).sort(comparePrecedence);
  if (pattern === undefined) return { sold: true, country };
  const countries = new Set(matching.filter((row) => row.pattern === pattern).flatMap((row) => row.countries));
  if (countries.has(country)) return { sold: true, country };
  const defaults = defaultCountries(country, brand, configs);
  const standIn = defaults.find((candidate) => countries.has(candidate));
  if (standIn !== undefined) return { sold: true, country: standIn };
  const also = defaults.length > 0 ? `, nor in its default country ${defaults.join(', ')}` : '';
  return {
    sold: false,
    reason: `Version ${version} is not sold in ${country}${also} (version country mapping of ${pattern}).`,
  };
}

function defaultCountries(
  country: string,
  brand: string | undefined,
  { brandGroups, defaultCountries: rules }: Pick<GlobalConfigs, 'brandGroups' | 'defaultCountries'>,
): string[] {
  const groups = brandGroups.filter((group) => group.countries.includes(country));
  const applicable = rules.filter(
    (rule) =>
      (brand === undefined || rule.brand === brand) &&
      groups.some((group) => group.brand === rule.brand && group.name === rule.group),
  );
  return [...new Set(applicable.map((rule) => rule.country))];
}

/**
 * The global configuration of an area as plain values, one list for each kind of file; several files of a kind are joined
 * in name order. Their effects: views.ts, redirects.ts, visibility.ts, countries.ts.
 *
 *   AssetProfileRow, RedirectRow, Country, BrandGroup, DefaultCountryRule, VersionCountriesRow, VisibilityRow
 *   GlobalConfigs, NO_GLOBAL_CONFIGS
 */
import type { Area } from '../contract/index.ts';
import type { AssetProfile } from './meta.ts';

export interface AssetProfileRow {
  /** LCDV pattern over disIds */
  readonly set: string;
  readonly profile: AssetProfile;
}

/** Where a set takes layers and rules from; absent targets: from the set itself. */
export interface RedirectRow {
  readonly set: string;
  readonly extLayers?: string;
  readonly extRules?: string;
  readonly intLayers?: string;
  readonly intRules?: string;
}

export interface Country {
  /** two capital letters, such as DE */
  readonly code: string;
  readonly name: string;
  readonly locale?: string;
}

export interface BrandGroup {
  readonly brand: string;
  readonly name: string;
  readonly countries: readonly string[];
}

export interface DefaultCountryRule {
  readonly brand: string;
  readonly group: string;
  readonly country: string;
}

export interface VersionCountriesRow {
  readonly pattern: string;
  readonly countries: readonly string[];
}

export interface VisibilityRow {
  readonly pattern: string;
  readonly areas: readonly Area[];
  /** ISO 8601 with offset; absent: always */
  readonly from?: string;
}

export interface GlobalConfigs {
  readonly assetProfiles: readonly AssetProfileRow[];
  readonly redirects: readonly RedirectRow[];
  readonly countries: readonly Country[];
  /** codes of the countries that drive on the left */
  readonly rhdCountries: readonly string[];
  readonly brandGroups: readonly BrandGroup[];
  readonly defaultCountries: readonly DefaultCountryRule[];
  readonly versionCountries: readonly VersionCountriesRow[];
  readonly visibility: readonly VisibilityRow[];
}

/** An area to which no global configuration was uploaded. */
export const NO_GLOBAL_CONFIGS: GlobalConfigs = {
  assetProfiles: [],
  redirects: [],
  countries: [],
  rhdCountries: [],
  brandGroups: [],
  defaultCountries: [],
  versionCountries: [],
  visibility: [],
};

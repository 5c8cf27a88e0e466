/**
 * The eight kinds of global configuration files: XML in, the engine's rows out, every problem with its place. Runs in the
 * thread of thread.ts.
 *
 *   ConfigReading
 *   readConfigFile
 */
import type { Area } from '../../contract/index.ts';
import type { GlobalConfigs } from '../../engine/globalConfigs.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { RESOLUTION_LIMITS, type ResolutionLimits } from '../../engine/resolutionLimits.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { profileOf } from './profileReader.ts';
import { type Listed, listed, listOf, named, readFormat, required, type Say, sayInto } from './schemas.ts';

type Reader = (root: XmlNode, say: Say, limits: ResolutionLimits) => Partial<GlobalConfigs>;

/** No rows when the file breaks its schema. */
export interface ConfigReading extends Listed {
  rows: Partial<GlobalConfigs>;
}

const optional = <K extends string>(node: XmlNode, ...names: K[]): { [N in K]?: string } =>
  Object.fromEntries(
    names.flatMap((name) => (node.attributes[name] === undefined ? [] : [[name, node.attributes[name]]])),
  ) as { [N in K]?: string };

const readers: Readonly<Record<GlobalConfigKind, Reader>> = {
  asset_profile: (root, say, limits) => ({
    assetProfiles: named(root, 'assetProfile').map((node) => ({
      set: required(node, 'set'),
      profile: profileOf(node, say, limits),
    })),
  }),
  oneLayer_redirect: (root) => ({
    redirects: named(root, 'redirect').map((node) => ({
      set: required(node, 'set'),
      ...optional(node, 'extLayers', 'extRules', 'intLayers', 'intRules'),
    })),
  }),
  country_list: (root) => ({
    countries: named(root, 'country').map((node) => ({
      code: required(node, 'code'),
      name: required(node, 'name'),
      ...optional(node, 'locale'),
    })),
  }),
  rhd_group_of_countries: (root) => ({ rhdCountries: named(root, 'country').map((node) => required(node, 'code')) }),
  brand_group_of_countries: (root) => ({
    brandGroups: named(root, 'group').map((node) => ({
      brand: required(node, 'brand'),
      name: required(node, 'name'),
      countries: named(node, 'country').map((country) => required(country, 'code')),
    })),
  }),
  default_country_rules: (root) => ({
    defaultCountries: named(root, 'default').map((node) => ({
      brand: required(node, 'brand'),
      group: required(node, 'group'),
      country: required(node, 'country'),
    })),
  }),
  version_country_mapping: (root) => ({
    versionCountries: named(root, 'version').map((node) => ({
      pattern: required(node, 'pattern'),
      countries: listOf(node.attributes['countries']) ?? [],
    })),
  }),
  visibility_configuration: (root) => ({
    visibility: named(root, 'set').map((node) => ({
      pattern: required(node, 'pattern'),
      areas: (listOf(node.attributes['areas']) ?? []) as Area[],
      ...optional(node, 'from'),
    })),
  }),
};

export function readConfigFile(
  kind: GlobalConfigKind,
  bytes: Uint8Array,
  limits: ResolutionLimits = RESOLUTION_LIMITS,
): ConfigReading {
  const file = readFormat(kind, bytes);
  if (!file.root) return { rows: {}, ...listed(file.problems) };
  const problems = [...file.problems];
  const rows = readers[kind](file.root, sayInto(problems, file), limits);
  return { rows: file.problems.length > 0 ? {} : rows, ...listed(problems) };
}

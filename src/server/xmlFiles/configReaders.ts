/**
 * Reads global configuration files of every kind: XML in, the engine's rows out, every problem with its place. Runs in
 * the thread of thread.ts.
 *
 *   ConfigReading
 *   readConfigFile
 */
import type { Area } from '../../contract/index.ts';
import type { GlobalConfigs } from '../../engine/globalConfigs.ts';
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { RESOLUTION_LIMITS, type ResolutionLimits } from '../../engine/resolutionLimits.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { readProfile } from './profileReader.ts';
import {
  type AddProblem,
  childrenOf,
  type ListedProblems,
  listOf,
  listProblems,
  problemCollector,
  readFormat,
  required,
} from './schemas.ts';

type Reader = (root: XmlNode, addProblem: AddProblem, limits: ResolutionLimits) => Partial<GlobalConfigs>;

/** The reading of a file that violates its schema has no rows. */
export interface ConfigReading extends ListedProblems {
  rows: Partial<GlobalConfigs>;
}

const optional = <K extends string>(node: XmlNode, ...names: K[]): { [N in K]?: string } =>
  Object.fromEntries(
    names.flatMap((name) => (node.attributes[name] === undefined ? [] : [[name, node.attributes[name]]])),
  ) as { [N in K]?: string };

const readers: Readonly<Record<GlobalConfigKind, Reader>> = {
  asset_profile: (root, addProblem, limits) => ({
    assetProfiles: childrenOf(root, 'assetProfile').map((node) => ({
      set: required(node, 'set'),
      profile: readProfile(node, addProblem, limits),
    })),
  }),
  oneLayer_redirect: (root) => ({
    redirects: childrenOf(root, 'redirect').map((node) => ({
      set: required(node, 'set'),
      ...optional(node, 'extLayers', 'extRules', 'intLayers', 'intRules'),
    })),
  }),
  country_list: (root) => ({
    countries: childrenOf(root, 'country').map((node) => ({
      code: required(node, 'code'),
      name: required(node, 'name'),
      ...optional(node, 'locale'),
    })),
  }),
  rhd_group_of_countries: (root) => ({
    rhdCountries: childrenOf(root, 'country').map((node) => required(node, 'code')),
  }),
  brand_group_of_countries: (root) => ({
    brandGroups: childrenOf(root, 'group').map((node) => ({
      brand: required(node, 'brand'),
      name: required(node, 'name'),
      countries: childrenOf(node, 'country').map((country) => required(country, 'code')),
    })),
  }),
  default_country_rules: (root) => ({
    defaultCountries: childrenOf(root, 'default').map((node) => ({
      brand: required(node, 'brand'),
      group: required(node, 'group'),
      country: required(node, 'country'),
    })),
  }),
  version_country_mapping: (root) => ({
    versionCountries: childrenOf(root, 'version').map((node) => ({
      pattern: required(node, 'pattern'),
      countries: listOf(node.attributes['countries']) ?? [],
    })),
  }),
  visibility_configuration: (root) => ({
    visibility: childrenOf(root, 'set').map((node) => ({
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
  if (!file.root) return { rows: {}, ...listProblems(file.problems) };
  const problems = [...file.problems];
  const rows = readers[kind](file.root, problemCollector(problems, file), limits);
  return { rows: file.problems.length > 0 ? {} : rows, ...listProblems(problems) };
}

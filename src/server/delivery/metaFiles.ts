/**
 * The meta files of a set: XML in, the engine's values out, every problem with its line. What a single file can tell is
 * checked here; what needs several files of a set is checked by `checkSet` on their union.
 *
 *   META_FILES       file name -> how it is read
 *   readMetaFile
 *   checkSet, placesIn
 */
import { isConditionError, parseCondition } from '../../engine/conditions.ts';
import { matches } from '../../engine/lcdv.ts';
import type {
  Driver,
  Feature,
  FeatureMeta,
  Layer,
  LayersMeta,
  Rule,
  RulesMeta,
  SetMeta,
  Standard,
} from '../../engine/meta.ts';
import {
  at,
  listOf,
  type MetaFormat,
  named,
  type Placed,
  profileOf,
  readFormat,
  required,
  twice,
} from '../globalConfigs/schemas.ts';
import type { XmlNode } from '../platform/xml/xml.ts';

type Read = (root: XmlNode, disId: string, problems: Placed[]) => Partial<SetMeta>;

function condition(node: XmlNode, problems: Placed[]): { when?: string } {
  const when = node.attributes['when'];
  if (when === undefined) return {};
  const parsed = parseCondition(when);
  if (isConditionError(parsed)) {
    problems.push(at(node, `the condition does not parse at position ${parsed.position}: expected ${parsed.expected}`));
  }
  return { when };
}

function versions(root: XmlNode, disId: string, problems: Placed[]): Partial<SetMeta> {
  const rows = named(root, 'version');
  problems.push(...twice(rows, 'id', 'version'));
  for (const row of rows) {
    const id = required(row, 'id');
    if (!matches(disId, id)) problems.push(at(row, `the version ${id} does not match the set's pattern ${disId}`));
  }
  return { versions: rows.map((row) => ({ id: required(row, 'id'), label: required(row, 'label') })) };
}

function feature(node: XmlNode, problems: Placed[]): Feature {
  const patterns = listOf(node.attributes['versions']);
  const description = node.attributes['description'];
  return {
    id: required(node, 'id'),
    label: required(node, 'label'),
    ...(description !== undefined && { description }),
    ...condition(node, problems),
    ...(patterns && { versions: patterns }),
  };
}

function features(root: XmlNode, _disId: string, problems: Placed[]): Partial<SetMeta> {
  const families = named(root, 'category').flatMap((category) => named(category, 'family'));
  const all = families.flatMap((family) => named(family, 'feature'));
  problems.push(...twice(families, 'id', 'feature family'), ...twice(all, 'id', 'feature'));
  const known = new Set(all.map((node) => required(node, 'id')));
  const meta: FeatureMeta = {
    categories: named(root, 'category').map((category) => ({
      name: required(category, 'name'),
      families: named(category, 'family').map((family) => ({
        id: required(family, 'id'),
        label: required(family, 'label'),
        features: named(family, 'feature').map((node) => feature(node, problems)),
      })),
    })),
    standards: named(root, 'standards')
      .flatMap((standards) => named(standards, 'standard'))
      .map((node): Standard => {
        const id = required(node, 'feature');
        if (!known.has(id)) problems.push(at(node, `the standard names the feature ${id}, which is not declared`));
        const patterns = listOf(node.attributes['versions']);
        return { feature: id, ...condition(node, problems), ...(patterns && { versions: patterns }) };
      }),
  };
  return { features: meta };
}

function layer(node: XmlNode, problems: Placed[]): Layer {
  const angles = listOf(node.attributes['angles']);
  const drivers = listOf(node.attributes['drivers']) as Driver[] | undefined;
  const description = node.attributes['description'];
  const orders = named(node, 'order');
  problems.push(...twice(orders, 'angle', 'the order of angle'));
  return {
    name: required(node, 'name'),
    z: Number(required(node, 'z')),
    ...(description !== undefined && { description }),
    ...(angles && { angles }),
    ...(drivers && { drivers }),
    ...(orders.length > 0 && {
      order: Object.fromEntries(orders.map((order) => [required(order, 'angle'), Number(required(order, 'z'))])),
    }),
  };
}

function layers(root: XmlNode, problems: Placed[]): LayersMeta {
  const families = named(root, 'family');
  problems.push(...twice(families, 'name', 'layer family'));
  problems.push(
    ...twice(
      families.flatMap((family) => named(family, 'layer')),
      'name',
      'layer',
    ),
  );
  return {
    families: families.map((family) => ({
      name: required(family, 'name'),
      layers: named(family, 'layer').map((node) => layer(node, problems)),
    })),
  };
}

function rules(root: XmlNode, problems: Placed[]): RulesMeta {
  const families = named(root, 'family');
  problems.push(...twice(families, 'name', 'layer family'));
  return {
    families: families.map((family) => ({
      name: required(family, 'name'),
      rules: named(family, 'rule').map(
        (node): Rule => ({ layer: required(node, 'layer'), ...condition(node, problems) }),
      ),
    })),
  };
}

export const META_FILES: Readonly<Record<string, { format: MetaFormat; read: Read }>> = {
  'asset-profile.xml': {
    format: 'asset-profile',
    read: (root, _disId, problems) => ({ assetProfile: profileOf(root, problems) }),
  },
  'versions.xml': { format: 'versions', read: versions },
  'features.xml': { format: 'features', read: features },
  'layers-ext.xml': {
    format: 'layers',
    read: (root, _, problems) => ({ layers: { exterior: layers(root, problems) } }),
  },
  'layers-int.xml': {
    format: 'layers',
    read: (root, _, problems) => ({ layers: { interior: layers(root, problems) } }),
  },
  'rules-ext.xml': { format: 'rules', read: (root, _, problems) => ({ rules: { exterior: rules(root, problems) } }) },
  'rules-int.xml': { format: 'rules', read: (root, _, problems) => ({ rules: { interior: rules(root, problems) } }) },
};

/** @param fileName one of META_FILES */
export function readMetaFile(
  fileName: string,
  bytes: Uint8Array,
  disId: string,
): { meta: Partial<SetMeta>; problems: Placed[] } {
  const file = META_FILES[fileName];
  if (!file) throw new Error(`${fileName} is not a meta file`);
  const tree = readFormat(file.format, bytes);
  if ('problems' in tree) return { meta: {}, problems: tree.problems };
  const problems: Placed[] = [];
  const meta = file.read(tree.root, disId, problems);
  return { meta, problems };
}

export interface SetProblem {
  /** one of META_FILES */
  readonly file: string;
  /** where in it: the place of the rules' family, and of its rule */
  readonly family: number;
  readonly rule?: number;
  readonly reason: string;
}

/**
 * What only a whole set can tell: rules that name layers or families that the set does not declare. A set whose layers
 * have not been delivered yet is not judged: its rules may come first.
 */
export function checkSet(meta: SetMeta): SetProblem[] {
  const problems: SetProblem[] = [];
  for (const viewport of ['exterior', 'interior'] as const) {
    const declared = meta.layers[viewport];
    const wanted = meta.rules[viewport];
    if (!declared || !wanted) continue;
    const file = `rules-${viewport.slice(0, 3)}.xml`;
    const families = new Map(declared.families.map(({ name, layers }) => [name, new Set(layers.map((l) => l.name))]));
    for (const [family, { name, rules }] of wanted.families.entries()) {
      const names = families.get(name);
      if (!names) {
        problems.push({ file, family, reason: `the rules name the layer family ${name}, which is not declared` });
        continue;
      }
      for (const [rule, { layer }] of rules.entries()) {
        if (names.has(layer)) continue;
        const reason = `a rule of ${name} names the layer ${layer}, which this family does not declare`;
        problems.push({ file, family, rule, reason });
      }
    }
  }
  return problems;
}

/**
 * Where problems of a set stand in a file that was read before.
 * @param file one of META_FILES
 */
export function placesIn(file: string, bytes: Uint8Array): (problem: SetProblem) => { line?: number; column?: number } {
  const tree = readFormat((META_FILES[file] as { format: MetaFormat }).format, bytes);
  const families = 'root' in tree ? named(tree.root, 'family') : [];
  return ({ family, rule }) => {
    const node = families[family];
    const found = node && rule !== undefined ? named(node, 'rule')[rule] : node;
    return found ? { line: found.line, column: 1 } : {};
  };
}

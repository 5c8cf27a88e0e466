/**
 * The meta files of a set: XML in, the engine's values out, every problem with its place. What a single file can tell is
 * checked here; what needs several files of a set is checked on their union (engine/setProblems.ts). Runs in the thread
 * of thread.ts.
 *
 *   MetaReading
 *   readMetaFile
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
  Viewport,
} from '../../engine/meta.ts';
import { RESOLUTION_LIMITS, type ResolutionLimits } from '../../engine/resolutionLimits.ts';
import type { XmlNode } from '../platform/xml/tree.ts';
import { META_FORMATS, type MetaFormat } from './formats.ts';
import { profileOf } from './profileReader.ts';
import { type Listed, listed, listOf, named, readFormat, required, type Say, sayInto, sayTwice } from './schemas.ts';

/** No meta when the file breaks its schema. */
export interface MetaReading extends Listed {
  meta: Partial<SetMeta>;
}

interface From {
  readonly fileName: string;
  readonly disId: string;
  readonly limits: ResolutionLimits;
}
type Reader = (root: XmlNode, say: Say, from: From) => Partial<SetMeta>;

function condition(node: XmlNode, say: Say): { when?: string } {
  const when = node.attributes['when'];
  if (when === undefined) return {};
  const parsed = parseCondition(when);
  if (isConditionError(parsed)) {
    say(node, `the condition does not parse. ${parsed.error}`, 'when', parsed.position);
  }
  return { when };
}

function versions(root: XmlNode, say: Say, { disId }: From): Partial<SetMeta> {
  const rows = named(root, 'version');
  sayTwice(say, rows, 'id', 'version');
  for (const row of rows) {
    const id = row.attributes['id'];
    if (id !== undefined && !matches(disId, id)) {
      say(row, `the version ${id} does not match the set's pattern ${disId}`, 'id');
    }
  }
  return { versions: rows.map((row) => ({ id: required(row, 'id'), label: required(row, 'label') })) };
}

function feature(node: XmlNode, say: Say): Feature {
  const patterns = listOf(node.attributes['versions']);
  const description = node.attributes['description'];
  return {
    id: required(node, 'id'),
    label: required(node, 'label'),
    ...(description !== undefined && { description }),
    ...condition(node, say),
    ...(patterns && { versions: patterns }),
  };
}

function features(root: XmlNode, say: Say): Partial<SetMeta> {
  const families = named(root, 'category').flatMap((category) => named(category, 'family'));
  const all = families.flatMap((family) => named(family, 'feature'));
  sayTwice(say, families, 'id', 'feature family');
  sayTwice(say, all, 'id', 'feature');
  const known = new Set(all.map((node) => required(node, 'id')));
  const meta: FeatureMeta = {
    categories: named(root, 'category').map((category) => ({
      name: required(category, 'name'),
      families: named(category, 'family').map((family) => ({
        id: required(family, 'id'),
        label: required(family, 'label'),
        features: named(family, 'feature').map((node) => feature(node, say)),
      })),
    })),
    standards: named(root, 'standards')
      .flatMap((standards) => named(standards, 'standard'))
      .map((node): Standard => {
        const id = required(node, 'feature');
        if (id !== '' && !known.has(id)) {
          say(node, `the standard names the feature ${id}, which is not declared`, 'feature');
        }
        const patterns = listOf(node.attributes['versions']);
        return { feature: id, ...condition(node, say), ...(patterns && { versions: patterns }) };
      }),
  };
  return { features: meta };
}

function layer(node: XmlNode, say: Say): Layer {
  const angles = listOf(node.attributes['angles']);
  const drivers = listOf(node.attributes['drivers']) as Driver[] | undefined;
  const description = node.attributes['description'];
  const orders = named(node, 'order');
  sayTwice(say, orders, 'angle', 'the order of angle');
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

function layers(root: XmlNode, say: Say): LayersMeta {
  const families = named(root, 'family');
  sayTwice(say, families, 'name', 'layer family');
  sayTwice(
    say,
    families.flatMap((family) => named(family, 'layer')),
    'name',
    'layer',
  );
  return {
    families: families.map((family) => ({
      name: required(family, 'name'),
      layers: named(family, 'layer').map((node) => layer(node, say)),
    })),
  };
}

function rules(root: XmlNode, say: Say): RulesMeta {
  const families = named(root, 'family');
  sayTwice(say, families, 'name', 'layer family');
  return {
    families: families.map((family) => ({
      name: required(family, 'name'),
      rules: named(family, 'rule').map((node): Rule => ({ layer: required(node, 'layer'), ...condition(node, say) })),
    })),
  };
}

const viewportOfFile = (fileName: string): Viewport => (fileName.endsWith('-ext.xml') ? 'exterior' : 'interior');

const readers: Readonly<Record<MetaFormat, Reader>> = {
  'asset-profile': (root, say, { limits }) => ({ assetProfile: profileOf(root, say, limits) }),
  versions,
  features,
  layers: (root, say, { fileName }) => ({ layers: { [viewportOfFile(fileName)]: layers(root, say) } }),
  rules: (root, say, { fileName }) => ({ rules: { [viewportOfFile(fileName)]: rules(root, say) } }),
};

/** @param fileName one of META_FORMATS */
export function readMetaFile(
  fileName: string,
  bytes: Uint8Array,
  disId: string,
  limits: ResolutionLimits = RESOLUTION_LIMITS,
): MetaReading {
  const format = META_FORMATS.get(fileName);
  if (!format) throw new Error(`${fileName} is not a meta file`);
  const file = readFormat(format, bytes);
  if (!file.root) return { meta: {}, ...listed(file.problems) };
  const problems = [...file.problems];
  const meta = readers[format](file.root, sayInto(problems, file), { fileName, disId, limits });
  return { meta: file.problems.length > 0 ? {} : meta, ...listed(problems) };
}

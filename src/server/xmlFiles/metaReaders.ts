/**
 * Reads the meta files of a set: XML in, the engine's values out, every problem with its place. Here each file is checked by
 * itself; engine/setProblems.ts checks the files of a set together. Runs in the thread of thread.ts.
 *
 *   MetaReading
 *   readMetaFile
 */
import { isConditionError, parseCondition } from '../../engine/conditionParser.ts';
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
import { readProfile } from './profileReader.ts';
import {
  type AddProblem,
  addDuplicates,
  childrenOf,
  type ListedProblems,
  listOf,
  listProblems,
  problemCollector,
  readFormat,
  required,
} from './schemas.ts';

/** The reading of a file that violates its schema has no meta. */
export interface MetaReading extends ListedProblems {
  meta: Partial<SetMeta>;
}

interface MetaContext {
  readonly fileName: string;
  readonly disId: string;
  readonly limits: ResolutionLimits;
}
type Reader = (root: XmlNode, addProblem: AddProblem, context: MetaContext) => Partial<SetMeta>;

function readCondition(node: XmlNode, addProblem: AddProblem): { when?: string } {
  const when = node.attributes['when'];
  if (when === undefined) return {};
  const parsed = parseCondition(when);
  if (isConditionError(parsed)) {
    addProblem(node, `the condition does not parse. ${parsed.error}`, 'when', parsed.position);
  }
  return { when };
}

function readVersions(root: XmlNode, addProblem: AddProblem, { disId }: MetaContext): Partial<SetMeta> {
  const rows = childrenOf(root, 'version');
  addDuplicates(addProblem, rows, 'id', 'version');
  for (const row of rows) {
    const id = row.attributes['id'];
    if (id !== undefined && !matches(disId, id)) {
      addProblem(row, `the version ${id} does not match the set's pattern ${disId}`, 'id');
    }
  }
  return { versions: rows.map((row) => ({ id: required(row, 'id'), label: required(row, 'label') })) };
}

function readFeature(node: XmlNode, addProblem: AddProblem): Feature {
  const patterns = listOf(node.attributes['versions']);
  const description = node.attributes['description'];
  return {
    id: required(node, 'id'),
    label: required(node, 'label'),
    ...(description !== undefined && { description }),
    ...readCondition(node, addProblem),
    ...(patterns && { versions: patterns }),
  };
}

function readFeatures(root: XmlNode, addProblem: AddProblem): Partial<SetMeta> {
  const families = childrenOf(root, 'category').flatMap((category) => childrenOf(category, 'family'));
  const all = families.flatMap((family) => childrenOf(family, 'feature'));
  addDuplicates(addProblem, families, 'id', 'feature family');
  addDuplicates(addProblem, all, 'id', 'feature');
  const known = new Set(all.map((node) => required(node, 'id')));
  const meta: FeatureMeta = {
    categories: childrenOf(root, 'category').map((category) => ({
      name: required(category, 'name'),
      families: childrenOf(category, 'family').map((family) => ({
        id: required(family, 'id'),
        label: required(family, 'label'),
        features: childrenOf(family, 'feature').map((node) => readFeature(node, addProblem)),
      })),
    })),
    standards: childrenOf(root, 'standards')
      .flatMap((standards) => childrenOf(standards, 'standard'))
      .map((node): Standard => {
        const id = required(node, 'feature');
        if (id !== '' && !known.has(id)) {
          addProblem(node, `the standard names the feature ${id}, which is not declared`, 'feature');
        }
        const patterns = listOf(node.attributes['versions']);
        return { feature: id, ...readCondition(node, addProblem), ...(patterns && { versions: patterns }) };
      }),
  };
  return { features: meta };
}

function readLayer(node: XmlNode, addProblem: AddProblem): Layer {
  const angles = listOf(node.attributes['angles']);
  const drivers = listOf(node.attributes['drivers']) as Driver[] | undefined;
  const description = node.attributes['description'];
  const orders = childrenOf(node, 'order');
  addDuplicates(addProblem, orders, 'angle', 'the order of angle');
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

function readLayers(root: XmlNode, addProblem: AddProblem): LayersMeta {
  const families = childrenOf(root, 'family');
  addDuplicates(addProblem, families, 'name', 'layer family');
  addDuplicates(
    addProblem,
    families.flatMap((family) => childrenOf(family, 'layer')),
    'name',
    'layer',
  );
  return {
    families: families.map((family) => ({
      name: required(family, 'name'),
      layers: childrenOf(family, 'layer').map((node) => readLayer(node, addProblem)),
    })),
  };
}

function readRules(root: XmlNode, addProblem: AddProblem): RulesMeta {
  const families = childrenOf(root, 'family');
  addDuplicates(addProblem, families, 'name', 'layer family');
  return {
    families: families.map((family) => ({
      name: required(family, 'name'),
      rules: childrenOf(family, 'rule').map(
        (node): Rule => ({ layer: required(node, 'layer'), ...readCondition(node, addProblem) }),
      ),
    })),
  };
}

const viewportOfFile = (fileName: string): Viewport => (fileName.endsWith('-ext.xml') ? 'exterior' : 'interior');

const readers: Readonly<Record<MetaFormat, Reader>> = {
  'asset-profile': (root, addProblem, { limits }) => ({ assetProfile: readProfile(root, addProblem, limits) }),
  versions: readVersions,
  features: readFeatures,
  layers: (root, addProblem, { fileName }) => ({
    layers: { [viewportOfFile(fileName)]: readLayers(root, addProblem) },
  }),
  rules: (root, addProblem, { fileName }) => ({ rules: { [viewportOfFile(fileName)]: readRules(root, addProblem) } }),
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
  if (!file.root) return { meta: {}, ...listProblems(file.problems) };
  const problems = [...file.problems];
  const meta = readers[format](file.root, problemCollector(problems, file), { fileName, disId, limits });
  return { meta: file.problems.length > 0 ? {} : meta, ...listProblems(problems) };
}

/**
 * What the last click changed: the difference between the server's explanations before and after it.
 *
 *   LayerChange, ClickChanges
 *   changesBetween
 *   OptionChange, optionChanges    added and removed options in words, by family
 */
import type { Explanation } from '../../../contract/index.ts';
import type { FeatureCategory, FeatureNode } from './featureTree.ts';

export interface LayerChange {
  readonly family: string;
  /** absent: nothing was painted */
  readonly before?: string;
  /** absent: nothing is painted now */
  readonly after?: string;
}
export interface ClickChanges {
  readonly layers: readonly LayerChange[];
  /** effective options that were added, chosen or by standard */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const painted = ({ families }: Explanation) => new Map(families.map(({ family, winner }) => [family, winner?.layer]));

/**
 * Both explanations are of one set and version.
 * @returns families in the order of the rules
 */
export function changesBetween(before: Explanation, after: Explanation): ClickChanges {
  const was = painted(before);
  const is = painted(after);
  const layers = [...new Set([...is.keys(), ...was.keys()])].flatMap((family): LayerChange[] => {
    const [old, now] = [was.get(family), is.get(family)];
    if (old === now) return [];
    return [{ family, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
  });
  const had = new Set(before.effectiveOptions);
  const has = new Set(after.effectiveOptions);
  return {
    layers,
    added: after.effectiveOptions.filter((id) => !had.has(id)),
    removed: before.effectiveOptions.filter((id) => !has.has(id)),
  };
}

type NamedOption = Pick<FeatureNode, 'id' | 'label'>;
export interface OptionChange {
  /** its label, or its code where it has none; '' for options that are not in the tree */
  readonly family: string;
  readonly before?: NamedOption;
  readonly after?: NamedOption;
}

/** @returns one for each family that changed, in the order of the tree; options that the tree lacks last, each by its id */
export function optionChanges(
  { added, removed }: Pick<ClickChanges, 'added' | 'removed'>,
  tree: readonly FeatureCategory[],
): OptionChange[] {
  const groups = tree.flatMap((category) => category.groups);
  const known = new Set(groups.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const inTree = groups.flatMap(({ featureClass, label, nodes }): OptionChange[] => {
    const before = nodes.find(({ id }) => removed.includes(id));
    const after = nodes.find(({ id }) => added.includes(id));
    if (!before && !after) return [];
    return [{ family: label || featureClass, ...(before && { before }), ...(after && { after }) }];
  });
  const named = (id: string) => ({ id, label: id });
  const isMissing = (id: string) => !known.has(id);
  return [
    ...inTree,
    ...removed.filter(isMissing).map((id) => ({ family: '', before: named(id) })),
    ...added.filter(isMissing).map((id) => ({ family: '', after: named(id) })),
  ];
}

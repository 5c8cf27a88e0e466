/**
 * The features tree as the server's answers change it (4.2): what was offered once stays in its place.
 *
 *   FeatureNode, FeatureGroup, FeatureCategory
 *   updateTree     the tree after an answer
 *   changesOf      what a choice took away
 */
import type { OfferedFeature } from '../../../contract/index.ts';

export interface FeatureNode {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly selected: boolean;
  /** not offered for the present selection */
  readonly disabled: boolean;
}
export interface FeatureGroup {
  readonly featureClass: string;
  readonly nodes: readonly FeatureNode[];
}
export interface FeatureCategory {
  readonly name: string;
  readonly groups: readonly FeatureGroup[];
}

const nodeOf = (feature: OfferedFeature): FeatureNode => ({
  id: feature.featureId,
  label: feature.featureLabel,
  description: feature.description || feature.featureLabel,
  selected: feature.isSelected,
  disabled: false,
});

/** The item that fits, appended when there is none. */
function found<T>(list: T[], fits: (item: T) => boolean, make: () => T): T {
  const known = list.find(fits);
  if (known) return known;
  const fresh = make();
  list.push(fresh);
  return fresh;
}

/**
 * Nodes that are no longer offered become disabled and unselected; nodes offered again are enabled and take the
 * server's choice; new features are appended to their family, new families to their category.
 */
export function updateTree(tree: readonly FeatureCategory[], offered: readonly OfferedFeature[]): FeatureCategory[] {
  const byId = new Map(offered.map((feature) => [feature.featureId, feature]));
  const known = new Set<string>();
  const updated = tree.map((category) => ({
    name: category.name,
    groups: category.groups.map((group) => ({
      featureClass: group.featureClass,
      nodes: group.nodes.map((node): FeatureNode => {
        known.add(node.id);
        const feature = byId.get(node.id);
        return feature ? nodeOf(feature) : { ...node, selected: false, disabled: true };
      }),
    })),
  }));
  for (const feature of offered) {
    if (known.has(feature.featureId)) continue;
    const category = found(
      updated,
      ({ name }) => name === feature.categoryName,
      () => ({ name: feature.categoryName, groups: [] }),
    );
    const group = found(
      category.groups,
      ({ featureClass }) => featureClass === feature.featureClass,
      () => ({ featureClass: feature.featureClass, nodes: [] }),
    );
    group.nodes.push(nodeOf(feature));
  }
  return updated;
}

export const selectedIn = (tree: readonly FeatureCategory[]): string[] =>
  tree.flatMap(({ groups }) => groups.flatMap(({ nodes }) => nodes.filter((n) => n.selected).map((n) => n.id)));

/** Features that were wished for and do not stand: what the last choice took away. */
export const changesOf = (wished: readonly string[], tree: readonly FeatureCategory[]): string[] => {
  const standing = new Set(selectedIn(tree));
  return wished.filter((id) => !standing.has(id));
};

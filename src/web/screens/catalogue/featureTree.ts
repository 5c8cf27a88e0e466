/**
 * The features tree and how the server's answers change it (4.2): what was once offered keeps its position.
 *
 *   FeatureNode, FeatureGroup, FeatureCategory
 *   updateTree     the tree after an answer
 *   selectedIn     the selected features
 *   droppedIn      chosen features that are not selected
 *   fittingFirst   categories in the order of a viewport
 */
import type { OfferedFeature } from '../../../contract/index.ts';
import { COLOUR_FAMILY, TRIM_FAMILY } from '../../../engine/codes.ts';
import type { Viewport } from '../../../engine/meta.ts';

export interface FeatureNode {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly selected: boolean;
  /** not offered for the current choice */
  readonly disabled: boolean;
}
export interface FeatureGroup {
  readonly featureClass: string;
  /** of the family; may be empty */
  readonly label: string;
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

/** Finds the item; appends a new one when there is none. */
function findOrAdd<T>(list: T[], fits: (item: T) => boolean, make: () => T): T {
  const found = list.find(fits);
  if (found) return found;
  const added = make();
  list.push(added);
  return added;
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
      label: group.label,
      nodes: group.nodes.map((node): FeatureNode => {
        known.add(node.id);
        const feature = byId.get(node.id);
        return feature ? nodeOf(feature) : { ...node, selected: false, disabled: true };
      }),
    })),
  }));
  for (const feature of offered) {
    if (known.has(feature.featureId)) continue;
    const category = findOrAdd(
      updated,
      ({ name }) => name === feature.categoryName,
      () => ({ name: feature.categoryName, groups: [] }),
    );
    const group = findOrAdd(
      category.groups,
      ({ featureClass }) => featureClass === feature.featureClass,
      () => ({ featureClass: feature.featureClass, label: feature.familyLabel, nodes: [] }),
    );
    group.nodes.push(nodeOf(feature));
  }
  return updated;
}

export const selectedIn = (tree: readonly FeatureCategory[]): string[] =>
  tree.flatMap(({ groups }) => groups.flatMap(({ nodes }) => nodes.filter((n) => n.selected).map((n) => n.id)));

/** Features that were chosen and are not selected in the tree: the last choice dropped them. */
export const droppedIn = (tree: readonly FeatureCategory[], chosen: readonly string[]): string[] => {
  const selected = new Set(selectedIn(tree));
  return chosen.filter((id) => !selected.has(id));
};

const OWN_FAMILY: Readonly<Record<Viewport, string>> = { exterior: COLOUR_FAMILY, interior: TRIM_FAMILY };

/** Categories whose features show in the viewport: those with its mandatory family, and those that are named after it. */
export function fittingFirst(tree: readonly FeatureCategory[], viewport: Viewport): FeatureCategory[] {
  const fits = ({ name, groups }: FeatureCategory) =>
    name.toLowerCase().includes(viewport) || groups.some(({ featureClass }) => featureClass === OWN_FAMILY[viewport]);
  return [...tree.filter(fits), ...tree.filter((category) => !fits(category))];
}

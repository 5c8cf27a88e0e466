/**
 * Families with alternatives, as trees of radio buttons show them (RadioTree.tsx).
 *
 *   TreeLeaf, TreeFamily, Swatches, TreeOptions, OnAim
 *   matchingFamilies    the families and leaves in which a text is found
 */

export interface TreeLeaf {
  id: string;
  /** as text; shown if the description does not begin with it */
  label?: string;
  description: string;
  /** cannot be chosen now */
  disabled?: boolean;
}
export interface TreeFamily {
  name: string;
  /** absent: the name */
  title?: string;
  /** must be the same list as before if nothing changed */
  leaves: readonly TreeLeaf[];
  /** label of the leaf for no choice; absent: "none"; null: the family has no such leaf */
  none?: string | null;
  /** the leaf that carries a mark, and the mark's text */
  marked?: { readonly id: string; readonly text: string };
}
/** leaf -> a small picture; must be the same map as before if nothing changed */
export type Swatches = ReadonlyMap<string, { readonly src: string; readonly crossOrigin?: 'use-credentials' }>;

/** A leaf will probably be chosen; '' for none. */
export type OnAim = (family: string, leaf: string, isPressed: boolean) => void;

export interface TreeOptions {
  /** a click on the chosen leaf chooses none, if the family has such a leaf */
  toggle?: boolean;
  /** whether a long description is cut to 80 characters */
  cutIn: 'text' | 'tooltip';
  swatches?: Swatches | undefined;
}
/** @returns only what contains the text, ignoring case; all of a family whose title contains it */
export function matchingFamilies<F extends TreeFamily>(families: readonly F[], text: string): F[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...families];
  const has = (...texts: (string | undefined)[]) => texts.some((one) => one?.toLowerCase().includes(wanted));
  return families.flatMap((family) => {
    if (has(family.name, family.title)) return [family];
    const leaves = family.leaves.filter(({ id, label, description }) => has(id, label, description));
    return leaves.length === 0 ? [] : [{ ...family, leaves }];
  });
}

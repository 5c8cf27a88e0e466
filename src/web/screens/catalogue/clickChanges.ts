/**
 * What the last click changed: the difference between the server's explanations before and after it.
 *
 *   LayerChange, ClickChanges
 *   changesBetween
 */
import type { Explanation } from '../../../contract/index.ts';

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

/**
 * What the last click changed, from what the server said before and after it.
 *
 *   LayerChange, ClickChanges
 *   changesBetween
 */
import type { Explanation } from '../../../contract/index.ts';

export interface LayerChange {
  readonly family: string;
  /** absent: nothing was painted */
  readonly before?: string;
  /** absent: nothing is painted any more */
  readonly after?: string;
}
export interface ClickChanges {
  readonly layers: readonly LayerChange[];
  /** effective options that came, chosen or by standard */
  readonly came: readonly string[];
  readonly went: readonly string[];
}

const painted = ({ families }: Explanation) => new Map(families.map(({ family, winner }) => [family, winner?.layer]));

/** Two explanations of one set and version. Families in the order of the rules. */
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
    came: after.effectiveOptions.filter((id) => !had.has(id)),
    went: before.effectiveOptions.filter((id) => !has.has(id)),
  };
}

/**
 * What the rules of a viewport paint, by the outcomes of their decisions.
 *
 *   Outcomes, outcomesOf
 *   compact      removes the families without a layer
 */
import type { ChosenLayer, CompiledRules } from './compiled.ts';

/** What the rules of a viewport paint: outcomes[first[family] + outcome of the family], undefined where no rule holds. */
export interface Outcomes {
  readonly first: Int32Array;
  readonly outcomes: readonly (ChosenLayer | undefined)[];
}

export function outcomesOf(rules: readonly CompiledRules[]): Outcomes {
  const first = new Int32Array(rules.length);
  const outcomes: (ChosenLayer | undefined)[] = [];
  for (const [family, { layers }] of rules.entries()) {
    first[family] = outcomes.length;
    for (const layer of layers) outcomes.push(layer);
    outcomes.push(undefined);
  }
  return { first, outcomes };
}

/** Removes the gaps, in place. Most families have a layer, so the part before the first gap is only read. */
export function compact(layers: (ChosenLayer | undefined)[]): ChosenLayer[] {
  let count = 0;
  while (count < layers.length && layers[count] !== undefined) count++;
  for (let i = count + 1; i < layers.length; i++) {
    const layer = layers[i];
    if (layer !== undefined) layers[count++] = layer;
  }
  layers.length = count;
  return layers as ChosenLayer[];
}

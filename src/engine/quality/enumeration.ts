/**
 * Enumerates the legal configurations of a few feature families for a version. Up to a few hundred configurations this is a
 * proof, and faster than the solver.
 *
 *   forEachLegal
 */
import { type CompiledFamily, type CompiledFeature, holds, NONE, type Tables } from '../compiled.ts';
import { matches } from '../lcdv.ts';

/** The arguments are reused after the visit. @returns true to stop */
type Visit = (completed: Uint8Array, chosen: readonly number[]) => boolean;

/**
 * @param positions indexes in `tables.families`, ascending; no other family may influence these
 * @param visit receives the bits of the completed configuration, and the slots that are chosen in it (NONE: nothing of
 *   that family)
 */
export function forEachLegal(tables: Tables, positions: readonly number[], version: string, visit: Visit): void {
  const { program, families, features, patterns } = tables;
  const selected = new Uint8Array(features.length + patterns.size);
  for (const [pattern, slot] of patterns) if (matches(pattern, version)) selected[slot] = 1;
  const completed = selected.slice();
  const chosen: number[] = positions.map(() => NONE);
  let enough = false;
  const own = positions.map((at) => families[at] as CompiledFamily);

  const isOffered = (slot: number): boolean => holds(program, (features[slot] as CompiledFeature).offered, selected);

  function isLegal(): boolean {
    for (const slot of chosen) {
      if (slot === NONE) continue;
      selected[slot] = 0;
      const offered = isOffered(slot);
      selected[slot] = 1;
      if (!offered) return false;
    }
    return true;
  }

  /** Adds the standards of families without a choice, in file order, and removes them after the visit. */
  function visitCompleted(at: number): void {
    if (at === own.length) {
      enough = visit(completed, chosen);
      return;
    }
    if (chosen[at] === NONE) {
      for (const { slot, holds: condition } of (own[at] as CompiledFamily).standards) {
        if (!holds(program, condition, completed) || !isOffered(slot)) continue;
        completed[slot] = 1;
        visitCompleted(at + 1);
        completed[slot] = 0;
        return;
      }
    }
    visitCompleted(at + 1);
  }

  function choose(at: number): void {
    if (at === own.length) {
      if (isLegal()) visitCompleted(0);
      return;
    }
    const family = own[at] as CompiledFamily;
    choose(at + 1);
    for (let slot = family.first; slot < family.end && !enough; slot++) {
      chosen[at] = slot;
      selected[slot] = completed[slot] = 1;
      choose(at + 1);
      selected[slot] = completed[slot] = 0;
    }
    chosen[at] = NONE;
  }

  choose(0);
}

/**
 * Chooses the configuration that shows a finding best.
 *
 *   SmallestExample
 */
import { NONE, type Tables } from '../compiled.ts';
import type { Example } from './findings.ts';

const INCOMPLETE_CAR_COST = 1_000_000;

/** Keeps, of the configurations offered, a complete car with the fewest chosen features; the first of several. */
export class SmallestExample {
  #cost = Number.POSITIVE_INFINITY;
  #version = '';
  #slots: readonly number[] = [];

  get found(): boolean {
    return this.#cost < Number.POSITIVE_INFINITY;
  }

  get isWholeCar(): boolean {
    return this.#cost < INCOMPLETE_CAR_COST;
  }

  offer(
    version: string,
    completed: Uint8Array,
    chosen: readonly number[],
    mandatory: readonly (readonly number[])[],
  ): void {
    let cost = 0;
    for (const slot of chosen) if (slot !== NONE) cost++;
    if (cost >= this.#cost) return;
    for (const slots of mandatory) if (!slots.some((slot) => completed[slot] === 1)) cost += INCOMPLETE_CAR_COST;
    if (cost >= this.#cost) return;
    this.#cost = cost;
    this.#version = version;
    this.#slots = chosen.filter((slot) => slot !== NONE);
  }

  example({ features }: Tables): Example | undefined {
    if (!this.found) return undefined;
    return { version: this.#version, features: this.#slots.map((slot) => features[slot]?.feature.id ?? '') };
  }
}

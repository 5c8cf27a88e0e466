/**
 * The configuration of a set, compiled once for each content: that costs more than evaluating it.
 *
 *   configurationOf
 */
import { type CompiledConfiguration, compileConfiguration } from '../../engine/configuration.ts';
import type { ServedSet } from './servedSets.ts';

/**
 * All areas that serve a set without a redirect have its meta as the same object; what a redirect brings together is the
 * served set's own.
 */
const compiled = new WeakMap<object, CompiledConfiguration>();

export function configurationOf(set: ServedSet): CompiledConfiguration {
  const content = set.redirected ? set : set.meta;
  const known = compiled.get(content);
  if (known) return known;
  const fresh = compileConfiguration({ ...set.meta, rules: set.rules, layers: set.layers });
  compiled.set(content, fresh);
  return fresh;
}

/**
 * The compiled configuration of a set, cached by content: compiling costs more than evaluating.
 *
 *   configurationOf
 */
import { type CompiledConfiguration, compileConfiguration } from '../../engine/configuration.ts';
import type { ServedSet } from './servedSets.ts';

/** Without a redirect, all areas share the set's meta object. With one, the served set is the key. */
const compiled = new WeakMap<object, CompiledConfiguration>();

export function configurationOf(set: ServedSet): CompiledConfiguration {
  const content = set.redirected ? set : set.meta;
  const known = compiled.get(content);
  if (known) return known;
  const fresh = compileConfiguration({ ...set.meta, rules: set.rules, layers: set.layers });
  compiled.set(content, fresh);
  return fresh;
}

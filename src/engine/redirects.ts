/**
 * Redirects: a set can take layers or rules of a viewport from another set. Redirects do not chain: the other set's own
 * redirect is ignored.
 *
 *   redirectOf       the row of a set
 *   targetNames      the four sources of a set
 */
import type { TargetNames } from '../contract/index.ts';
import type { RedirectRow } from './globalConfigs.ts';

/** The row of a set, the first if there are several; undefined if nothing redirects the set. */
export function redirectOf(disId: string, rows: readonly RedirectRow[]): RedirectRow | undefined {
  return rows.find((row) => row.set === disId);
}

/** Where a set takes its layers and rules from: the set itself unless a redirect says otherwise. */
export function targetNames(disId: string, redirect: RedirectRow | undefined): TargetNames {
  return {
    extLayerSourceDisId: redirect?.extLayers ?? disId,
    extRulesSourceDisId: redirect?.extRules ?? disId,
    intLayerSourceDisId: redirect?.intLayers ?? disId,
    intRulesSourceDisId: redirect?.intRules ?? disId,
  };
}

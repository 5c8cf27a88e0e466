/**
 * Redirects: a set can take layers or rules of a viewport from another set. Redirects do not chain: the other set's own
 * redirect is ignored.
 *
 *   redirectOf       the row of a set
 *   targetNames      the four sources of a set
 */
import type { TargetNames } from '../contract/index.ts';
import type { RedirectRow } from './globalConfigs.ts';

/** The row of a set, the first read where there are several; undefined when nothing redirects it. */
export function redirectOf(disId: string, rows: readonly RedirectRow[]): RedirectRow | undefined {
  return rows.find((row) => row.set === disId);
}

/** Where a set takes its layers and rules from: the set itself where nothing redirects. */
export function targetNames(disId: string, redirect: RedirectRow | undefined): TargetNames {
  return {
    extLayerSourceDisId: redirect?.extLayers ?? disId,
    extRulesSourceDisId: redirect?.extRules ?? disId,
    intLayerSourceDisId: redirect?.intLayers ?? disId,
    intRulesSourceDisId: redirect?.intRules ?? disId,
  };
}

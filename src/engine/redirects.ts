/**
 * Redirects: sets that take layers or rules of a viewport from another set. One step: a target's own redirect counts
 * for nothing.
 *
 *   TargetNames, targetNames     the four sources of a set
 *   withRedirects                a set's meta with layers and rules of its sources
 */
import type { RedirectRow } from './globalConfigs.ts';
import type { LayersMeta, RulesMeta, SetMeta } from './meta.ts';

export interface TargetNames {
  readonly extLayerSourceDisId: string;
  readonly extRulesSourceDisId: string;
  readonly intLayerSourceDisId: string;
  readonly intRulesSourceDisId: string;
}

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

/**
 * The meta to compute with: profile, versions and features of the set itself, layers and rules of its sources.
 * `metaOf` answers the meta of a set of the area. A source that the area lacks is an error naming set and source.
 */
export function withRedirects(
  disId: string,
  own: SetMeta,
  redirect: RedirectRow | undefined,
  metaOf: (disId: string) => SetMeta | undefined,
): SetMeta | { readonly error: string } {
  if (!redirect) return own;
  const names = targetNames(disId, redirect);
  const metas = new Map<string, SetMeta>([[disId, own]]);
  for (const source of Object.values(names)) {
    const meta = metas.get(source) ?? metaOf(source);
    if (!meta) {
      return {
        error: `${disId} is redirected to ${source}, which this area does not have: upload it or change the redirect.`,
      };
    }
    metas.set(source, meta);
  }
  const layers = (source: string, of: 'exterior' | 'interior'): LayersMeta | undefined => metas.get(source)?.layers[of];
  const rules = (source: string, of: 'exterior' | 'interior'): RulesMeta | undefined => metas.get(source)?.rules[of];
  return {
    ...own,
    layers: both(layers(names.extLayerSourceDisId, 'exterior'), layers(names.intLayerSourceDisId, 'interior')),
    rules: both(rules(names.extRulesSourceDisId, 'exterior'), rules(names.intRulesSourceDisId, 'interior')),
  };
}

function both<T>(exterior: T | undefined, interior: T | undefined): { exterior?: T; interior?: T } {
  return { ...(exterior !== undefined && { exterior }), ...(interior !== undefined && { interior }) };
}

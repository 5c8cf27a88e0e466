/**
 * The conditions of a set's meta, parsed: `versions` and `when` joined into one condition each.
 *
 *   conditionsOf      SetMeta -> MetaConditions; throws where a condition does not parse
 */

import { isConditionError, parseCondition } from './conditionParser.ts';
import type { Condition } from './conditions.ts';
import type { Category, Feature, FeatureFamily, RulesMeta, SetMeta, Viewport } from './meta.ts';

export interface FeatureCondition {
  readonly category: Category;
  readonly family: FeatureFamily;
  readonly feature: Feature;
  /** holds when the feature is offered, on the selection without its own family */
  readonly offered: Condition;
}

export interface StandardCondition {
  readonly family: FeatureFamily;
  readonly feature: string;
  readonly holds: Condition;
}

export interface RuleConditions {
  readonly family: string;
  readonly rules: readonly { readonly layer: string; readonly condition: Condition }[];
}

export interface MetaConditions {
  /** in file order */
  readonly features: readonly FeatureCondition[];
  /** in file order; those of undeclared features are left out */
  readonly standards: readonly StandardCondition[];
  readonly rules: { readonly [V in Viewport]: readonly RuleConditions[] };
}

const ALWAYS: Condition = { kind: 'true' };

/** Throws an Error that names file, place, position and what was expected. */
export function conditionsOf(meta: SetMeta): MetaConditions {
  const features: FeatureCondition[] = [];
  const families = new Map<string, FeatureFamily>();
  for (const category of meta.features?.categories ?? []) {
    for (const family of category.families) {
      for (const feature of family.features) {
        if (families.has(feature.id)) continue;
        families.set(feature.id, family);
        const offered = joinConditions(feature.versions, feature.when, `features.xml, feature ${feature.id}`);
        features.push({ category, family, feature, offered });
      }
    }
  }
  const standards: StandardCondition[] = [];
  for (const { feature, versions, when } of meta.features?.standards ?? []) {
    const family = families.get(feature);
    if (family)
      standards.push({ family, feature, holds: joinConditions(versions, when, `features.xml, standard ${feature}`) });
  }
  return {
    features,
    standards,
    rules: {
      exterior: rulesOf(meta.rules.exterior, 'rules-ext.xml'),
      interior: rulesOf(meta.rules.interior, 'rules-int.xml'),
    },
  };
}

function rulesOf(rules: RulesMeta | undefined, file: string): RuleConditions[] {
  return (rules?.families ?? []).map((family) => ({
    family: family.name,
    rules: family.rules.map(({ layer, when }, index) => ({
      layer,
      condition: joinConditions(undefined, when, `${file}, family ${family.name}, rule ${index + 1}`),
    })),
  }));
}

function joinConditions(versions: readonly string[] | undefined, when: string | undefined, place: string): Condition {
  const patterns = versions?.map((pattern): Condition => ({ kind: 'version', pattern }));
  const ofVersion: Condition | undefined =
    patterns?.length === 1 ? patterns[0] : patterns && { kind: 'or', of: patterns };
  if (when === undefined) return ofVersion ?? ALWAYS;
  const condition = parseCondition(when);
  if (isConditionError(condition))
    throw new Error(`${place}: the condition '${when}' does not parse. ${condition.error}`);
  return ofVersion ? { kind: 'and', of: [ofVersion, condition] } : condition;
}

/**
 * A set's meta as tables of small numbers: each feature and version pattern has a slot (one bit of an evaluation), each
 * condition an entry into one branching program.
 *
 *   ChosenLayer
 *   Tables, CompiledFeature, CompiledFamily, CompiledRules
 *   compileTables      SetMeta -> Tables
 *   tablesOf           the same from conditions that are parsed already
 *   NONE, holds        no slot; does a condition hold on these bits?
 */
import { type Entry, type Program, ProgramBuilder, run } from './branching.ts';
import { type Condition, featuresIn } from './conditions.ts';
import type { Category, Feature, FeatureFamily, SetMeta, Viewport } from './meta.ts';
import { conditionsOf, type MetaConditions, type RuleConditions, type StandardCondition } from './metaConditions.ts';

export interface CompiledFeature {
  readonly category: Category;
  /** index of its family in `Tables.families` */
  readonly family: number;
  readonly feature: Feature;
  readonly offered: Entry;
}

export interface CompiledStandard {
  readonly slot: number;
  readonly holds: Entry;
}

export interface CompiledFamily {
  readonly family: FeatureFamily;
  readonly category: Category;
  /** slots of its features are first <= slot < end */
  readonly first: number;
  readonly end: number;
  readonly standards: readonly CompiledStandard[];
}

export interface ChosenLayer {
  readonly family: string;
  readonly layer: string;
}

export interface CompiledRules {
  readonly conditions: RuleConditions;
  /** what each rule paints */
  readonly layers: readonly ChosenLayer[];
  /** its outcome is the index of the rule that wins, or the number of rules if none does */
  readonly entry: Entry;
}

export interface Tables {
  readonly slots: ReadonlyMap<string, number>;
  readonly features: readonly CompiledFeature[];
  readonly families: readonly CompiledFamily[];
  readonly rules: Readonly<Record<Viewport, readonly CompiledRules[]>>;
  readonly program: Program;
  /** version pattern -> slot, behind those of the features */
  readonly patterns: ReadonlyMap<string, number>;
  /** true if no standard depends on its own family or on one completed after it */
  readonly standardsLookBack: boolean;
}

export const NONE = -1;

const YES = ~1;
const NO = ~0;

export const holds = (program: Program, entry: Entry, bits: Uint8Array): boolean => run(program, entry, bits) === ~YES;

/** @throws Error that names the place of a condition that does not parse; ingest refuses such packs */
export const compileTables = (meta: SetMeta): Tables => tablesOf(conditionsOf(meta));

export function tablesOf(conditions: MetaConditions): Tables {
  const slots = new Map(conditions.features.map(({ feature }, slot) => [feature.id, slot]));
  const builder = new ProgramBuilder(slots);
  const yesOrNo = (condition: Condition): Entry => builder.add(condition, YES, NO);

  const standardsOf = Map.groupBy(conditions.standards, ({ family }) => family);
  const compileStandard = ({ feature, holds: condition }: StandardCondition): CompiledStandard => ({
    slot: slots.get(feature) ?? NONE,
    holds: yesOrNo(condition),
  });
  const features: CompiledFeature[] = [];
  const families: CompiledFamily[] = [];
  for (const { category, family, feature, offered } of conditions.features) {
    const slot = features.length;
    const last = families.at(-1);
    if (last?.family === family) families[families.length - 1] = { ...last, end: slot + 1 };
    else {
      const standards = (standardsOf.get(family) ?? []).map(compileStandard);
      families.push({ family, category, first: slot, end: slot + 1, standards });
    }
    features.push({ category, family: families.length - 1, feature, offered: yesOrNo(offered) });
  }

  const compileRules = (viewport: Viewport): CompiledRules[] =>
    conditions.rules[viewport].map((family) => ({
      conditions: family,
      layers: family.rules.map(({ layer }) => ({ family: family.family, layer })),
      entry: family.rules.reduceRight<Entry>(
        (next, rule, index) => builder.add(rule.condition, ~index, next),
        ~family.rules.length,
      ),
    }));
  const rules = { exterior: compileRules('exterior'), interior: compileRules('interior') };

  const familyOf = (id: string) => features[slots.get(id) ?? NONE]?.family ?? NONE;
  const standardsLookBack = conditions.standards.every((standard) =>
    [...featuresIn([standard.holds])].every((id) => familyOf(id) < familyOf(standard.feature)),
  );
  return { slots, features, families, rules, ...builder.build(), standardsLookBack };
}

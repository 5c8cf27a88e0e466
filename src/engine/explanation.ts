/**
 * Explains which layer of a family is painted: the rule that won, and why the rules before it did not.
 *
 *   FamilyExplanation, explain
 */
import { evaluate, printCondition, unmetParts } from './conditions.ts';
import type { RuleConditions } from './metaConditions.ts';

export interface TriedRule {
  /** its index in the family */
  readonly rule: number;
  readonly layer: string;
  readonly condition: string;
  /** the smallest parts of the condition that failed, as text */
  readonly failed: readonly string[];
}

export interface FamilyExplanation {
  readonly family: string;
  /** absent: no rule holds, nothing is painted for the family */
  readonly winner?: { readonly rule: number; readonly layer: string; readonly condition: string };
  /** the rules before the winner (all of them when none won), in file order */
  readonly tried: readonly TriedRule[];
}

/** Walks the rules of a family in file order on the effective options (`has`) and the version. */
export function explain(
  family: RuleConditions,
  has: (featureId: string) => boolean,
  version: string,
): FamilyExplanation {
  const tried: TriedRule[] = [];
  for (const [rule, { layer, condition }] of family.rules.entries()) {
    const text = printCondition(condition);
    if (evaluate(condition, has, version)) {
      return { family: family.family, winner: { rule, layer, condition: text }, tried };
    }
    const failed = unmetParts(condition, has, version).map(printCondition);
    tried.push({ rule, layer, condition: text, failed });
  }
  return { family: family.family, tried };
}

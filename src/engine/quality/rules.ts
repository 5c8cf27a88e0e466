/**
 * What the rules of a set can and cannot do, proven for every legal configuration of every version. What a few thousand
 * tried configurations show needs no proof; the rest is asked of the solver.
 *
 *   RuleFinding, checkRules
 */
import { MANDATORY_FAMILIES } from '../codes.ts';
import { compileTables } from '../compiled.ts';
import { Completion } from '../completion.ts';
import { type Condition, featuresIn, printCondition, versionsIn } from '../conditions.ts';
import { compileConfiguration } from '../configuration.ts';
import { matches } from '../lcdv.ts';
import type { SetMeta, Viewport } from '../meta.ts';
import { conditionsOf, type MetaConditions, type RuleConditions } from '../metaConditions.ts';
import { type Example, type Finding, type FindingKind, SEVERITIES } from './findings.ts';
import { Legal, not, type Operand } from './legal.ts';

export interface Budget {
  /** true when no time is left: what is not proven by then is said to be so */
  spent(): boolean;
}

const FILES: Readonly<Record<Viewport, string>> = { exterior: 'rules-ext.xml', interior: 'rules-int.xml' };
const VIEWPORTS = ['exterior', 'interior'] as const;

const finding = (kind: FindingKind, rest: Omit<Finding, 'kind' | 'severity'>): Finding => ({
  kind,
  severity: SEVERITIES[kind],
  ...rest,
});

function* allConditions({ features, standards, rules }: MetaConditions): Generator<Condition> {
  for (const { offered } of features) yield offered;
  for (const { holds } of standards) yield holds;
  for (const viewport of VIEWPORTS) {
    for (const family of rules[viewport]) for (const { condition } of family.rules) yield condition;
  }
}

/** One version for each way in which versions can differ: those that match the same patterns behave alike. */
function differentVersions(conditions: MetaConditions, versions: readonly string[]): string[] {
  const patterns = new Set([...allConditions(conditions)].flatMap(versionsIn));
  const byMatches = new Map<string, string>();
  for (const version of versions) {
    const key = [...patterns].map((pattern) => (matches(pattern, version) ? '1' : '0')).join('');
    if (!byMatches.has(key)) byMatches.set(key, version);
  }
  return [...byMatches.values()];
}

/** What tried configurations showed of a rule family. */
interface Seen {
  readonly viewport: Viewport;
  readonly family: RuleConditions;
  /** rules that won somewhere */
  readonly won: Set<number>;
  /** a configuration without a layer */
  without: Example | undefined;
}

/** Chooses what conditions name: the standard configuration, each feature, and each rule's features together. */
function tryOut(meta: SetMeta, versions: readonly string[], seen: readonly Seen[], budget: Budget): void {
  const tables = compileTables(meta);
  const completion = new Completion(tables);
  const configuration = compileConfiguration(meta);
  const place = new Map<object, { seen: Seen; rule: number }>();
  for (const viewport of VIEWPORTS) {
    for (const [at, { layers }] of tables.rules[viewport].entries()) {
      const one = seen.filter((other) => other.viewport === viewport)[at];
      if (one) for (const [rule, layer] of layers.entries()) place.set(layer, { seen: one, rule });
    }
  }
  const choices = new Set<string>(['']);
  for (const { feature } of tables.features) choices.add(feature.id);
  for (const { family } of seen) {
    for (const { condition } of family.rules) choices.add(featuresIn(condition).join(' '));
  }
  for (const version of versions) {
    for (const choice of choices) {
      if (budget.spent()) return;
      const { features } = configuration.selection(version, choice === '' ? [] : choice.split(' '));
      const standing = completion.nothingChosen(version);
      for (const id of features) {
        const slot = tables.slots.get(id) ?? 0;
        standing.bits[slot] = 1;
        standing.chosen[tables.features[slot]?.family ?? 0] = slot;
      }
      const completed = completion.complete(version, standing);
      const painted = new Set<Seen>();
      for (const viewport of VIEWPORTS) {
        for (const layer of completion.layers(viewport, version, completed)) {
          const known = place.get(layer);
          known?.seen.won.add(known.rule);
          if (known) painted.add(known.seen);
        }
      }
      for (const one of seen) if (!painted.has(one)) one.without ??= { version, features };
    }
  }
}

const placeOf = ({ viewport, family }: Seen, rule?: number): string =>
  `${FILES[viewport]}, family ${family.family}${rule === undefined ? '' : `, rule ${rule + 1}`}`;

class Prover {
  readonly #conditions: MetaConditions;
  readonly #versions: readonly string[];
  readonly #budget: Budget;
  readonly #legal = new Map<string, Legal>();
  unproven = 0;

  constructor(conditions: MetaConditions, versions: readonly string[], budget: Budget) {
    this.#conditions = conditions;
    this.#versions = versions;
    this.#budget = budget;
  }

  /** @returns a configuration of any version; undefined: there is none; 'unproven': no time was left to say */
  find(ask: (legal: Legal) => readonly Operand[] | undefined): Example | undefined | 'unproven' {
    for (const version of this.#versions) {
      if (this.#budget.spent()) {
        this.unproven += 1;
        return 'unproven';
      }
      const legal = this.#legal.get(version) ?? new Legal(this.#conditions, version);
      this.#legal.set(version, legal);
      const asked = ask(legal);
      const features = asked && legal.find(...asked);
      if (features) return { version, features };
    }
    return undefined;
  }
}

/** Which of a family's rules can never win, and why; `used` gets the layers that some rule paints or would paint. */
function* ruleFindings(seen: Seen, prover: Prover, used: Set<string>): Generator<Finding> {
  const { viewport, family } = seen;
  const never: { rule: number; layer: string; condition: Condition }[] = [];
  for (const [rule, { layer, condition }] of family.rules.entries()) {
    if (seen.won.has(rule)) {
      used.add(layer);
      continue;
    }
    const before = family.rules.slice(0, rule);
    const wins = prover.find((legal) => [
      legal.holds(condition),
      ...before.map((other) => not(legal.holds(other.condition))),
    ]);
    if (wins !== undefined) {
      used.add(layer);
      continue;
    }
    const holds = prover.find((legal) => [legal.holds(condition)]);
    if (holds === undefined) never.push({ rule, layer, condition });
    else if (holds !== 'unproven') {
      used.add(layer);
      yield finding('rule-hidden', {
        viewport,
        family: family.family,
        layer,
        place: placeOf(seen, rule),
        message: `The rule for ${layer} (${printCondition(condition)}) never wins: whenever it holds, a rule before it holds too.`,
        example: holds,
      });
    }
  }
  for (const { rule, layer, condition } of never) {
    if (!used.has(layer)) continue;
    yield finding('rule-never-holds', {
      viewport,
      family: family.family,
      layer,
      place: placeOf(seen, rule),
      message: `The rule for ${layer} (${printCondition(condition)}) holds for no legal configuration.`,
    });
  }
}

/** A configuration that has the mandatory options too tells more than one that lacks them. */
function withoutLayer(seen: Seen, prover: Prover): Example | undefined | 'unproven' {
  const none = (legal: Legal) => seen.family.rules.map(({ condition }) => not(legal.holds(condition)));
  const complete = prover.find((legal) => [
    ...none(legal),
    ...MANDATORY_FAMILIES.flatMap((family) => legal.hasOption(family) ?? []),
  ]);
  return complete ?? prover.find(none);
}

function* mandatoryFindings(meta: SetMeta, prover: Prover): Generator<Finding> {
  if (!meta.features) return;
  for (const family of MANDATORY_FAMILIES) {
    const lacking = prover.find((legal) => {
      const has = legal.hasOption(family);
      return has === undefined ? [] : [not(has)];
    });
    if (lacking === undefined || lacking === 'unproven') continue;
    yield finding('standard-missing', {
      family,
      place: 'features.xml, standards',
      message: `The family ${family} is mandatory, and a legal configuration has no standard option of it.`,
      example: lacking,
    });
  }
}

function* unknownFeatures(conditions: MetaConditions): Generator<Finding> {
  const known = new Set(conditions.features.map(({ feature }) => feature.id));
  for (const viewport of VIEWPORTS) {
    for (const { family, rules } of conditions.rules[viewport]) {
      for (const [rule, { condition }] of rules.entries()) {
        for (const feature of featuresIn(condition)) {
          if (known.has(feature)) continue;
          yield finding('unknown-feature', {
            viewport,
            family,
            feature,
            place: `${FILES[viewport]}, family ${family}, rule ${rule + 1}`,
            message: `The rule names ${feature}, which the set does not declare: it is never true.`,
          });
        }
      }
    }
  }
}

function* layerFindings(meta: SetMeta, viewport: Viewport, used: ReadonlySet<string>): Generator<Finding> {
  // Without rules a viewport is not painted from options at all: whole-car sets that others point to.
  if (!meta.rules[viewport]) return;
  for (const { name, layers } of meta.layers[viewport]?.families ?? []) {
    for (const { name: layer } of layers) {
      if (used.has(layer)) continue;
      yield finding('layer-never-chosen', {
        viewport,
        family: name,
        layer,
        place: `layers-${viewport === 'exterior' ? 'ext' : 'int'}.xml, family ${name}`,
        message: `No legal configuration shows ${layer}.`,
      });
    }
  }
}

/**
 * @param meta the set's, after redirects
 * @param versions those that the set declares
 */
export function checkRules(meta: SetMeta, versions: readonly string[], budget: Budget): Finding[] {
  const conditions = conditionsOf(meta);
  const findings: Finding[] = [...unknownFeatures(conditions)];
  if (versions.length === 0) return findings;
  const different = differentVersions(conditions, versions);
  const seen = VIEWPORTS.flatMap((viewport) =>
    conditions.rules[viewport].map((family): Seen => ({ viewport, family, won: new Set(), without: undefined })),
  );
  tryOut(meta, different, seen, budget);
  const prover = new Prover(conditions, different, budget);
  findings.push(...mandatoryFindings(meta, prover));
  for (const viewport of VIEWPORTS) {
    const used = new Set<string>();
    for (const one of seen.filter((other) => other.viewport === viewport)) {
      const { family } = one.family;
      findings.push(...ruleFindings(one, prover, used));
      const without = one.without === undefined ? prover.find(noRule(one)) : withoutLayer(one, prover);
      if (without === undefined || without === 'unproven') continue;
      findings.push(
        finding('configuration-without-layer', {
          viewport,
          family,
          place: placeOf(one),
          message: `A legal configuration has no layer of the family ${family}.`,
          example: without,
        }),
      );
    }
    findings.push(...layerFindings(meta, viewport, used));
  }
  if (prover.unproven > 0) {
    const questions = prover.unproven === 1 ? 'question was' : 'questions were';
    findings.push(
      finding('not-proven', {
        place: 'rules and features',
        message: `${prover.unproven} ${questions} not answered in the time allowed: what is not listed here is not proven to be right.`,
      }),
    );
  }
  return findings;
}

const noRule = (seen: Seen) => (legal: Legal) => seen.family.rules.map(({ condition }) => not(legal.holds(condition)));

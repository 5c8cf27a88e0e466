/**
 * What the rules of a set can and cannot do, proven for every legal configuration of every version.
 *
 *   LIMITS        what a proof may take before it is given up
 *   checkRules
 */
import { COLOUR_FAMILY, kindOf, MANDATORY_FAMILIES, TRIM_FAMILY } from '../codes.ts';
import { featuresIn, printCondition } from '../conditions.ts';
import type { SetMeta, Viewport } from '../meta.ts';
import { conditionsOf, type MetaConditions, type RuleConditions } from '../metaConditions.ts';
import { type Example, type Finding, findingOf } from './findings.ts';
import { type Evidence, type FamilyProof, type Limits, Prover } from './proofs.ts';

/** Some seconds per family; the families of a large real set take a thousandth of that. */
export const LIMITS: Limits = { steps: 10_000_000, few: 5_000 };

const FILES: Readonly<Record<Viewport, string>> = { exterior: 'rules-ext.xml', interior: 'rules-int.xml' };
const VIEWPORTS = ['exterior', 'interior'] as const;
const FAMILY_OF = { colour: COLOUR_FAMILY, trim: TRIM_FAMILY } as const;
const KIND_TEXTS = {
  colour: `a colour (${COLOUR_FAMILY})`,
  trim: `a trim (${TRIM_FAMILY})`,
  option: 'neither a colour nor a trim',
} as const;

/** Layers of a viewport by what was proven of them. */
interface Layers {
  /** some rule that paints it wins; with a configuration in which it does */
  readonly won: Map<string, Example>;
  /** of families that could not be proven */
  readonly open: Set<string>;
}

const placeOf = (viewport: Viewport, family: string, rule?: number): string =>
  `${FILES[viewport]}, family ${family}${rule === undefined ? '' : `, rule ${rule + 1}`}`;

const chosenText = ({ features }: Example): string =>
  features.length === 0 ? 'with nothing chosen' : `with ${features.join(' ')}`;

/** Names the versions, unless all have the finding. */
const inVersions = ({ versions }: Evidence, all: number): string =>
  versions.length === all ? '' : ` In ${versions.length} of ${all} versions: ${versions.join(' ')}.`;

function* familyFindings(
  viewport: Viewport,
  { family, rules }: RuleConditions,
  { rules: proofs, withoutLayer }: FamilyProof,
  won: ReadonlyMap<string, Example>,
  versions: number,
): Generator<Finding> {
  if (withoutLayer) {
    const { example } = withoutLayer;
    yield findingOf('configuration-without-layer', {
      viewport,
      family,
      place: placeOf(viewport, family),
      message: `No rule of ${family} holds ${chosenText(example)}: nothing is painted for the family.${inVersions(withoutLayer, versions)}`,
      example,
    });
  }
  for (const [rule, { layer, condition }] of rules.entries()) {
    const { wins, hidden } = proofs[rule] ?? {};
    if (wins) continue;
    const where = { viewport, family, layer, place: placeOf(viewport, family, rule) };
    const text = `The rule for ${layer} (${printCondition(condition)})`;
    if (hidden) {
      const message = `${text} never wins: whenever it holds, a rule before it holds too.`;
      yield findingOf('rule-hidden', { ...where, message, example: hidden });
    } else if (won.has(layer)) {
      yield findingOf('rule-never-holds', { ...where, message: `${text} holds for no legal configuration.` });
    }
  }
}

function* layerFindings(meta: SetMeta, viewport: Viewport, { won, open }: Layers): Generator<Finding> {
  // Without rules a viewport is not painted from options at all: whole-car sets that others point to.
  if (!meta.rules[viewport]) return;
  for (const { name, layers } of meta.layers[viewport]?.families ?? []) {
    for (const { name: layer } of layers) {
      if (won.has(layer) || open.has(layer)) continue;
      yield findingOf('layer-never-chosen', {
        viewport,
        family: name,
        layer,
        place: `layers-${viewport === 'exterior' ? 'ext' : 'int'}.xml, family ${name}`,
        message: `No legal configuration shows ${layer}.`,
      });
    }
  }
}

const notProven = (family: string, place: string, viewport?: Viewport): Finding =>
  findingOf('not-proven', {
    ...(viewport && { viewport }),
    family,
    place,
    message: `The proof for ${family} takes more steps than a report may: what is not listed of it is not proven to be right.`,
  });

function* mandatoryFindings(meta: SetMeta, prover: Prover, versions: number): Generator<Finding> {
  if (!meta.features) return;
  for (const family of MANDATORY_FAMILIES) {
    const missing = prover.missingStandard(family);
    const place = 'features.xml, standards';
    if (missing === 'unknown') yield notProven(family, place);
    else if (missing !== 'none') {
      yield findingOf('standard-missing', {
        family,
        place,
        message: `The family ${family} is mandatory, and has no option ${chosenText(missing.example)}.${inVersions(missing, versions)}`,
        example: missing.example,
      });
    }
  }
}

/**
 * Calls recognize colours and trims by their codes. A colour in another family does not replace the standard colour, and another
 * option in the colour family fits no field of a call. The same holds for trims.
 */
function* contradictedFamilies({ features }: MetaConditions): Generator<Finding> {
  for (const { family, feature } of features) {
    const kind = kindOf(feature.id);
    const wanted = kind === 'option' ? undefined : FAMILY_OF[kind];
    const contradicts = wanted === undefined ? MANDATORY_FAMILIES.includes(family.id) : family.id !== wanted;
    if (!contradicts) continue;
    yield findingOf('family-contradicted', {
      family: family.id,
      feature: feature.id,
      place: `features.xml, feature ${feature.id}`,
      message: `The feature ${feature.id} stands in the family ${family.id}, and its code says that it is ${KIND_TEXTS[kind]}.`,
    });
  }
}

/** Features that conditions name and the set does not declare: each once for a rule, feature or standard. */
function* unknownFeatures(conditions: MetaConditions): Generator<Finding> {
  const known = new Set(conditions.features.map(({ feature }) => feature.id));
  for (const { family, feature, offered } of conditions.features) {
    for (const unknown of featuresIn([offered], known)) {
      const place = `features.xml, feature ${feature.id}`;
      const message = `The feature ${feature.id} asks for ${unknown}, which the set does not declare: it is never true.`;
      yield findingOf('unknown-feature', { family: family.id, feature: unknown, place, message });
    }
  }
  for (const { family, feature, holds } of conditions.standards) {
    for (const unknown of featuresIn([holds], known)) {
      const place = `features.xml, standard ${feature}`;
      const message = `The standard ${feature} asks for ${unknown}, which the set does not declare: it is never true.`;
      yield findingOf('unknown-feature', { family: family.id, feature: unknown, place, message });
    }
  }
  for (const viewport of VIEWPORTS) {
    for (const { family, rules } of conditions.rules[viewport]) {
      for (const [rule, { condition }] of rules.entries()) {
        for (const unknown of featuresIn([condition], known)) {
          const place = placeOf(viewport, family, rule);
          const message = `The rule names ${unknown}, which the set does not declare: it is never true.`;
          yield findingOf('unknown-feature', { viewport, family, feature: unknown, place, message });
        }
      }
    }
  }
}

export interface RuleCheck {
  readonly findings: Finding[];
  /** of each layer that can be chosen, a configuration in which it is */
  readonly shown: Readonly<Record<Viewport, ReadonlyMap<string, Example>>>;
}

/**
 * @param meta the set's, after redirects
 * @param versions those that the set declares
 */
export function checkRules(meta: SetMeta, versions: readonly string[], limits = LIMITS): RuleCheck {
  const conditions = conditionsOf(meta);
  const layers: Record<Viewport, Layers> = {
    exterior: { won: new Map(), open: new Set() },
    interior: { won: new Map(), open: new Set() },
  };
  const shown = { exterior: layers.exterior.won, interior: layers.interior.won };
  const findings: Finding[] = [...contradictedFamilies(conditions), ...unknownFeatures(conditions)];
  // Without versions there are no configurations, and nothing is true or untrue of them.
  if (versions.length === 0) return { findings, shown };
  const prover = new Prover(conditions, versions, limits);
  const add = (found: Iterable<Finding>) => {
    for (const finding of found) findings.push(finding);
  };
  add(mandatoryFindings(meta, prover, versions.length));
  for (const viewport of VIEWPORTS) {
    const proven: { family: RuleConditions; proof: FamilyProof }[] = [];
    for (const compiled of prover.rules[viewport]) {
      const family = compiled.conditions;
      const proof = prover.ruleFamily(compiled);
      if (proof === 'unknown') {
        findings.push(notProven(family.family, placeOf(viewport, family.family), viewport));
        for (const { layer } of family.rules) layers[viewport].open.add(layer);
        continue;
      }
      proven.push({ family, proof });
      for (const [rule, { wins }] of proof.rules.entries()) {
        const layer = family.rules[rule]?.layer;
        if (wins && layer !== undefined && !shown[viewport].has(layer)) shown[viewport].set(layer, wins);
      }
    }
    for (const { family, proof } of proven) {
      add(familyFindings(viewport, family, proof, shown[viewport], versions.length));
    }
    add(layerFindings(meta, viewport, layers[viewport]));
  }
  return { findings, shown };
}

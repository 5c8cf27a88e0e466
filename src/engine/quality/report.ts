/**
 * The quality report of a set: all findings, and the same as text of fixed width.
 *
 *   QualityInput, makeQualityReport
 *   reportText
 */
import { countWildcards } from '../lcdv.ts';
import type { AssetProfile, SetMeta, Viewport } from '../meta.ts';
import {
  type Finding,
  type FindingKind,
  findingOf,
  KIND_TITLES,
  placeWithLine,
  type QualityReport,
  SEVERITIES,
} from './findings.ts';
import { checkPictures } from './pictures.ts';
import { checkRules, type RuleCheck } from './rules.ts';
import type { ViewportPictures } from './viewportPictures.ts';

export interface QualityInput {
  readonly disId: string;
  /** layers and rules as they are served: after redirects */
  readonly meta: SetMeta;
  readonly profile: AssetProfile;
  readonly pictures: { readonly [V in Viewport]: ViewportPictures['pictures'] };
  /** false if a redirect takes them from another set, whose report covers them */
  readonly own: { readonly [V in Viewport]: { readonly layers: boolean; readonly rules: boolean } };
  /** versions that the set declares and that belong to another one */
  readonly elsewhere: readonly { readonly version: string; readonly disId: string }[];
}

const VIEWPORTS = ['exterior', 'interior'] as const;
const KINDS = Object.keys(SEVERITIES) as FindingKind[];

/** Rules and layers come from different sets, and a rule names a layer that does not exist: pictures lack it. */
function* unknownLayers({ meta, own }: QualityInput, shown: RuleCheck['shown']): Generator<Finding> {
  for (const viewport of VIEWPORTS) {
    if (own[viewport].layers && own[viewport].rules) continue;
    const declared = new Set(meta.layers[viewport]?.families.flatMap(({ layers }) => layers.map(({ name }) => name)));
    for (const { name, rules } of meta.rules[viewport]?.families ?? []) {
      for (const layer of new Set(rules.map((rule) => rule.layer))) {
        if (declared.has(layer)) continue;
        const example = shown[viewport].get(layer);
        yield findingOf('layer-without-picture', {
          viewport,
          family: name,
          layer,
          place: `rules-${viewport === 'exterior' ? 'ext' : 'int'}.xml, family ${name}`,
          message: own[viewport].layers
            ? `The rules come from another set and name ${layer}, which this set does not declare: pictures lack it.`
            : `The layers come from another set, which does not declare ${layer}: pictures lack it.`,
          ...(example && { example }),
        });
      }
    }
  }
}

/** Findings about the rules themselves: those of borrowed rules are in the report of the set that owns them. */
const RULE_KINDS: readonly FindingKind[] = ['rule-hidden', 'rule-never-holds', 'unknown-feature'];

/** Why a version belongs to another set. */
function precedenceText(other: string, own: string): string {
  const [fewer, more] = [countWildcards(other), countWildcards(own)];
  return fewer < more
    ? `whose id has fewer x (${fewer} instead of ${more})`
    : `whose id has as many x (${fewer}) and comes first in the order of its characters`;
}

export function makeQualityReport(input: QualityInput): QualityReport {
  const { disId, meta, profile, pictures, own, elsewhere } = input;
  const versions = (meta.versions ?? []).map(({ id }) => id);
  const belongsToOtherSet = ({ kind, viewport }: Finding): boolean => {
    if (viewport === undefined) return false;
    if (RULE_KINDS.includes(kind)) return !own[viewport].rules;
    return kind === 'layer-never-chosen' && !(own[viewport].layers && own[viewport].rules);
  };
  const rules = checkRules(meta, versions);
  const findings = [
    ...rules.findings.filter((one) => !belongsToOtherSet(one)),
    ...unknownLayers(input, rules.shown),
    ...VIEWPORTS.flatMap((viewport) =>
      checkPictures({
        viewport,
        profile: profile[viewport],
        layers: meta.layers[viewport],
        pictures: pictures[viewport],
        own: own[viewport].layers,
        shown: rules.shown[viewport],
      }),
    ),
    ...elsewhere.map(
      ({ version, disId: other }): Finding =>
        findingOf('version-elsewhere', {
          place: `versions.xml, version ${version}`,
          message: `${version} belongs to ${other}, ${precedenceText(other, disId)}: it is not shown from this set.`,
        }),
    ),
  ];
  findings.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  return { disId, versions: versions.length, findings };
}

const WIDTH = 100;
const INDENT = 2;

/** Breaks at blanks; lines after the first are indented. */
function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}

const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function findingText(one: Finding): string {
  const where = [
    one.viewport,
    one.driver,
    one.angles && `${one.angles.length === 1 ? 'angle' : 'angles'} ${one.angles.join(' ')}`,
    placeWithLine(one),
  ];
  const example =
    one.example && `For example ${one.example.version} with ${one.example.features.join(' ') || 'nothing chosen'}.`;
  const [first, ...rest] = [where.filter(Boolean).join(', '), one.message, example].filter(
    (line) => line !== undefined,
  );
  return [`- ${wrap(first ?? '', INDENT)}`, ...rest.map((line) => `${' '.repeat(INDENT)}${wrap(line, INDENT)}`)].join(
    '\n',
  );
}

/** The findings of a kind below their heading. */
function sectionText(kind: FindingKind, findings: readonly Finding[]): string {
  const title = `${SEVERITIES[kind].toUpperCase()}: ${KIND_TITLES[kind]} (${findings.length})`;
  return [title, '-'.repeat(WIDTH), ...findings.map(findingText)].join('\n');
}

export function reportText({ disId, versions, findings }: QualityReport): string {
  const errors = findings.filter((one) => one.severity === 'error').length;
  const proven = findings.every((one) => one.kind !== 'not-proven');
  const considered =
    versions === 0
      ? 'The set declares no version: its rules have no legal configuration to be checked for.'
      : `Every legal configuration of ${plural(versions, 'version')} was considered${proven ? '' : ', as far as the time allowed'}.`;
  const head = [`Quality report of ${disId}`, '='.repeat(WIDTH), considered];
  if (findings.length === 0) return [...head, 'No finding.', ''].join('\n');
  const counts = `${plural(errors, 'error')}, ${plural(findings.length - errors, 'warning')}`;
  const sections = [...Map.groupBy(findings, ({ kind }) => kind)].map(([kind, list]) => sectionText(kind, list));
  return [...head, counts, '', sections.join('\n\n'), ''].join('\n');
}

/**
 * What a quality report finds, as data.
 *
 *   FindingKind, SEVERITIES, KIND_TITLES, Finding, findingOf, placeWithLine, QualityReport
 */
import type { Driver, Viewport } from '../meta.ts';

export type FindingKind =
  | 'configuration-without-layer'
  | 'standard-missing'
  | 'family-contradicted'
  | 'layer-without-picture'
  | 'canvas-differs'
  | 'angle-without-pictures'
  | 'resolution-without-pictures'
  | 'profile-missing'
  | 'picture-without-layer'
  | 'picture-outside-profile'
  | 'layer-never-chosen'
  | 'rule-hidden'
  | 'rule-never-holds'
  | 'unknown-feature'
  | 'version-elsewhere'
  | 'not-proven';

export type Severity = 'error' | 'warning';

/** Errors are seen by customers: a part of the car is missing or wrong. */
export const SEVERITIES: Readonly<Record<FindingKind, Severity>> = {
  'configuration-without-layer': 'error',
  'standard-missing': 'error',
  'family-contradicted': 'error',
  'layer-without-picture': 'error',
  'canvas-differs': 'error',
  'angle-without-pictures': 'error',
  'resolution-without-pictures': 'error',
  'profile-missing': 'error',
  'picture-without-layer': 'warning',
  'picture-outside-profile': 'warning',
  'layer-never-chosen': 'warning',
  'rule-hidden': 'warning',
  'rule-never-holds': 'warning',
  'unknown-feature': 'warning',
  'version-elsewhere': 'warning',
  'not-proven': 'warning',
};

/** What each kind means, as a heading. */
export const KIND_TITLES: Readonly<Record<FindingKind, string>> = {
  'configuration-without-layer': 'Configurations without a layer',
  'standard-missing': 'Mandatory families without a standard option',
  'family-contradicted': 'Features in a family that their code contradicts',
  'layer-without-picture': 'Layers without pictures',
  'canvas-differs': 'Pictures of another size',
  'angle-without-pictures': 'Angles without pictures',
  'resolution-without-pictures': 'Resolutions without pictures',
  'profile-missing': 'Viewports without an asset profile',
  'picture-without-layer': 'Pictures that no layer declares',
  'picture-outside-profile': 'Pictures that the asset profile leaves out',
  'layer-never-chosen': 'Layers that no rule can choose',
  'rule-hidden': 'Rules hidden behind an earlier one',
  'rule-never-holds': 'Rules that never hold',
  'unknown-feature': 'Unknown features in conditions',
  'version-elsewhere': 'Versions that belong to another set',
  'not-proven': 'Not proven in the steps allowed',
};

/** A legal configuration that shows the finding. */
export interface Example {
  readonly version: string;
  readonly features: readonly string[];
}

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  readonly viewport?: Viewport;
  readonly driver?: Driver;
  /** the angles that it is true of; absent: not a matter of angles */
  readonly angles?: readonly string[];
  /** layer family or feature family */
  readonly family?: string;
  readonly layer?: string;
  readonly feature?: string;
  /** `rules-ext.xml, family wheels, rule 3` */
  readonly place: string;
  /** of the file that the place names */
  readonly line?: number;
  readonly message: string;
  readonly example?: Example;
}

export const findingOf = (kind: FindingKind, rest: Omit<Finding, 'kind' | 'severity'>): Finding => ({
  kind,
  severity: SEVERITIES[kind],
  ...rest,
});

export const placeWithLine = ({ place, line }: Pick<Finding, 'place'> & { line?: number | undefined }): string =>
  line === undefined ? place : `${place}, line ${line}`;

export interface QualityReport {
  readonly disId: string;
  /** legal configurations were looked at for these versions */
  readonly versions: number;
  readonly findings: readonly Finding[];
}

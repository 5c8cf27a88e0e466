/**
 * Texts of the quality report.
 *
 *   qualityTexts
 */
import { KIND_TITLES } from '../../engine/quality/findings.ts';
import { counted, formatNumber } from '../ui/numbers.ts';

export const qualityTexts = {
  title: (disId: string) => `Quality report of ${disId}`,
  creating: 'Creating the report',
  creatingNote: 'The report on the current content is being created.',
  withheld: (errors: number, warnings: number, why: string) =>
    `${counted(errors, 'error', 'errors')}, ${counted(warnings, 'warning', 'warnings')}. ${why}`,
  created: (date: string, versions: number) =>
    `Created ${date}. Covers every legal configuration of ${counted(versions, 'version', 'versions')}.`,
  none: 'No findings: proven, not sampled.',
  noMatch: 'No findings match the filters',

  severity: 'Severity',
  all: (findings: number) => `All ${formatNumber(findings)}`,
  errors: (findings: number) => `Errors ${formatNumber(findings)}`,
  warnings: (findings: number) => `Warnings ${formatNumber(findings)}`,
  error: 'error',
  warning: 'warning',
  filter: 'Filter findings',
  /** headings */
  kinds: KIND_TITLES,

  angles: (angles: readonly string[]) => `${angles.length === 1 ? 'angle' : 'angles'} ${angles.join(' ')}`,
  showSet: 'Show the set',
  enlargeShort: 'Enlarge',
  enlarge: (message: string) => `Enlarge the pictures of: ${message}`,
  showVersion: (version: string, features: readonly string[]) =>
    `Show ${version} with ${features.join(' ') || 'nothing chosen'}`,
};

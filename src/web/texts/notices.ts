/**
 * Texts of notices: those of section 8 of both specification documents, and our own. Texts of failed loads are in failures.ts.
 *
 *   PREFIXES             titles above the message on the static, batch and cache screens
 *   failing              actions that name what they are about
 *   treeFailures         what is shown instead of a tree that could not be loaded
 *   notices
 *   manyTexts            one notice for several of a kind
 */
import { counted, formatNumber, someOf } from '../ui/numbers.ts';

export const PREFIXES = {
  batchSummary: 'load batch summary',
  versionCriteria: 'get version criteria',
  pdf: 'getPDF',
  featuresPdf: 'getPDFFeatures',
  co2Images: 'load static CO2Class image info',
  staticImages: 'load static image info',
  caches: (area: string) => `refreshCaches for ${area}:`,
} as const;

export const failing = {
  upload: (fileName: string) => `upload the file: ${fileName}`,
  promote: (key: string, source: string, target: string) => `promote ${key} from ${source} to ${target}`,
  promoteMetadata: (disId: string, source: string, target: string) =>
    `promote metadata for ${disId} from ${source} to ${target}`,
} as const;

/** names that one notice lists */
const NAMES_SHOWN = 7;

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text}\n${detail}`);

/** Shown instead of, or above, a tree that could not be loaded. */
export const treeFailures = {
  features: 'Could not load features',
  standards: 'Could not load standard options',
  reload: 'Could not reload features',
} as const;

export const notices = {
  /** @param problems a sentence for each name */
  refusedNames: (problems: readonly string[]): string =>
    problems.length <= NAMES_SHOWN
      ? problems.join('\n')
      : [
          ...problems.slice(0, NAMES_SHOWN),
          `… and ${formatNumber(problems.length - NAMES_SHOWN)} more, listed beside Browse.`,
        ].join('\n'),
  packIsLive: (fileName: string) => `${fileName} was received and is being read.\nIt is live in Embargo now.`,
  packRefused: (fileName: string, problems: number) =>
    `${fileName} was refused: ${counted(problems, 'problem', 'problems')}. Nothing was changed.`,
  cacheRefreshed: (area: string) => `Cache refreshed for ${area}`,
  fileDeleted: (fileName: string) => `${fileName} deleted.`,
  fileNotDeleted: (fileName: string, detail = '') => withDetail(`${fileName} could not be deleted.`, detail),
  started: (action: 'Copy' | 'Delete', disId: string) => `${action} of ${disId} started.`,
  renamed: (disId: string) => `Rename of ${disId} done.`,
  failed: (action: 'Copy' | 'Rename' | 'Delete', disId: string, detail = '') =>
    withDetail(`${action} of ${disId} failed!`, detail),
  reprocessStarted: (disId: string) => `Reprocess of asset profile ${disId} started.`,
  reprocessFailed: (disId: string, detail: string) => withDetail(`Reprocess of asset profile ${disId} failed!`, detail),
  promotionCreated: (disId: string) => `Promotion request for ${disId} created`,
  metadataPromoted: (disId: string) => `Metadata Promotion for ${disId} done`,
  staticPromotionCreated: (fileName: string) => `System created promotion request for ${fileName}`,
  brandForDimensions: 'Please select a brand for Dimensions',
  brandAndModel: 'PDF Download: Please select brand and model',
} as const;

/** @param names one for each notice; the lists of the screens have the ids */
export const manyTexts = {
  received: (names) => `${formatNumber(names.length)} packs were received and are being read.`,
  live: (names) =>
    `${formatNumber(names.length)} packs were received and are being read.\nThey are live in Embargo now.`,
  refused: (names) =>
    `${formatNumber(names.length)} packs were refused. None of them changed anything:\n${someOf(names)}`,
  configs: (names) => `${formatNumber(names.length)} configuration files are active.`,
  promotions: (names) => `${formatNumber(names.length)} promotion requests created: ${someOf(names)}`,
  metadata: (names) => `${formatNumber(names.length)} metadata promotions done: ${someOf(names)}`,
  copies: (names) => `${formatNumber(names.length)} copies started: ${someOf(names)}`,
  deletions: (names) => `${formatNumber(names.length)} deletions started: ${someOf(names)}`,
  renames: (names) => `${formatNumber(names.length)} image sets renamed: ${someOf(names)}`,
  reprocessing: (names) => `Reprocess of ${formatNumber(names.length)} asset profiles started: ${someOf(names)}`,
} as const satisfies Record<string, (names: readonly string[]) => string>;

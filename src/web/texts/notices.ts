/**
 * The texts of notices, in one place: those of section 8 of both specification documents, and ours beside them.
 *
 *   ACTIONS, Action      what could not be done, after "Could not": for notices of failed loads
 *   PREFIXES             what stands above the message on the static, batch and cache screens
 *   failing              actions that name what they are about
 *   treeFailures         what a tree says in its place
 *   notices              what is told
 *   manyTexts            what several notices of one kind say as one
 *   noticeTexts          of the stack of notices, and of each failure
 */
import { counted, formatNumber, someOf } from '../ui/numbers.ts';

export const ACTIONS = {
  // of the administration document
  'get credentials': 'get credentials',
  'get version': 'get version',
  'load log lines': 'load log lines',
  'load global configs': 'load global configs',
  'load file elements': 'load file elements',
  'load dis idss': 'load dis idss',
  'load asset profiles': 'load asset profiles',
  // of the testing and promotion document
  'fetch features': 'fetch features',
  'fetch standard options': 'fetch standard options',
  'get features': 'get features',
  'load target names': 'load target names',
  'load versions': 'load versions',
  'load available views': 'load available views',
  'load resolutions': 'load resolutions',
  'load preselected layers': 'load preselected layers',
  'load layers': 'load layers',
  'load image': 'load image',
  'load mapping': 'load mapping',
  'load status': 'load status',
  'get status': 'get status',
  'get static file info': 'get static file info',
  'load static file info': 'load static file info',
  // ours
  'load packs': 'load packs',
  'load the quality report': 'load the quality report',
  'load users': 'load users',
  'load API tokens': 'load API tokens',
  'load the storage': 'load the storage',
} as const;
export type Action = keyof typeof ACTIONS;

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
const NAMES_TOLD = 7;

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text}\n${detail}`);

/** What stands in place of, or above, a tree that could not be loaded. */
export const treeFailures = {
  features: 'Could not load features',
  standards: 'Could not load standard options',
  reload: 'Could not reload features',
} as const;

export const notices = {
  otherUser: (username: string, previousUser: string) =>
    `You are now signed in as ${username}. This page belonged to ${previousUser} and was reloaded.`,
  /** @param problems a sentence for each name */
  refusedNames: (problems: readonly string[]): string =>
    problems.length <= NAMES_TOLD
      ? problems.join('\n')
      : [
          ...problems.slice(0, NAMES_TOLD),
          `… and ${formatNumber(problems.length - NAMES_TOLD)} more, listed beside Browse.`,
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

/** @param names one for each notice; the ids and names stand in the lists that the screens show */
export const manyTexts = {
  received: (names) => `${formatNumber(names.length)} packs were received and are being read.`,
  live: (names) =>
    `${formatNumber(names.length)} packs were received and are being read.\nThey are live in Embargo now.`,
  refused: (names) =>
    `${formatNumber(names.length)} packs were refused. Nothing of them was changed:\n${someOf(names)}`,
  configs: (names) => `${formatNumber(names.length)} configuration files are active.`,
  promotions: (names) => `${formatNumber(names.length)} promotion requests created: ${someOf(names)}`,
  metadata: (names) => `${formatNumber(names.length)} metadata promotions done: ${someOf(names)}`,
  copies: (names) => `${formatNumber(names.length)} copies started: ${someOf(names)}`,
  deletions: (names) => `${formatNumber(names.length)} deletions started: ${someOf(names)}`,
  renames: (names) => `${formatNumber(names.length)} image sets renamed: ${someOf(names)}`,
  reprocessing: (names) => `Reprocess of ${formatNumber(names.length)} asset profiles started: ${someOf(names)}`,
} as const satisfies Record<string, (names: readonly string[]) => string>;

export const noticeTexts = {
  /** @param action a phrase such as `load versions` */
  couldNot: (action: string, reason: string) => `Could not ${action}: ${reason}`,
  request: 'Request',
  copyRequest: 'Copy the request id',
  copied: 'Copied',
  region: 'Notices',
  dismiss: 'Dismiss',
  dismissAll: 'Dismiss all',
  /** @param count errors beyond those that fit */
  waiting: (count: number) => `${formatNumber(count)} more below these`,
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  showNewest: 'Show the newest only',
  /** of the one set that a notice names */
  showSet: 'Show the set',
} as const;

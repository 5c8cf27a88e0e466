/**
 * Texts of the file browser, and of the question before something is deleted there.
 *
 *   fileTexts
 *   fileDeletionTexts
 */
import type { GlobalConfigKind } from '../../engine/packNames.ts';
import { counted } from '../ui/numbers.ts';

export const fileTexts = {
  title: 'File browser',
  up: 'Up',
  path: 'Path',
  loading: 'Loading',
  table: 'Files',
  filter: 'Filter this folder',
  empty: 'This folder is empty.',
  columns: { type: 'Type', name: 'Name', modified: 'Last modified date' },
  folder: 'folder',
  file: 'file',
  actions: (name: string) => `Actions for ${name}`,

  show: 'Show',
  download: 'Download',
  downloading: (name: string) => `download ${name}`,
  history: 'History',
  delete: 'Delete',
  tooLarge: (size: string) => `The text is larger than ${size}. Download it instead.`,
  /** around the link to the history */
  deleted: {
    before: (name: string, key: string) => `${name} of ${key} was deleted.`,
    link: 'Its history',
    after: 'can restore it.',
  },

  content: 'File content',
  loadingFile: 'Loading the file',
  loadFile: 'load the file',
};

/** What changes in an area without a configuration file. */
const WITHOUT_CONFIG: Readonly<Record<GlobalConfigKind, string>> = {
  asset_profile: 'Sets without a profile of their own that use this one lose their angles and resolutions.',
  oneLayer_redirect: 'Sets that it redirects show their own layers and rules again.',
  country_list: 'Calls may no longer name the countries that only it lists.',
  rhd_group_of_countries: 'Its countries get pictures of left-hand drive cars.',
  brand_group_of_countries: 'Rules for default countries no longer find its groups.',
  default_country_rules: 'Versions not sold in a country no longer have a default country.',
  version_country_mapping: 'Versions that it restricts to countries are sold everywhere.',
  visibility_configuration: 'Sets that it hides are shown immediately.',
};

export const fileDeletionTexts = {
  title: 'Delete file',
  confirm: 'Yes',
  question: (path: string) => `Do you want to delete ${path}?`,
  checking: 'Checking what will change',
  checkingFirst: 'Checking what will change …',
  check: 'check what will change',
  notKnown: 'It is not known what will change.',

  fixed: 'This folder is a part of the tree itself and cannot be deleted.',
  besidePack: 'No area changes: the pack that is live under this name stays.',
  unusedPack: 'Nothing that an area shows comes from this pack: no area changes.',
  pack: 'The upload is removed from the list permanently, with the problems found in it. You can still roll back to states in the history that contain it.',
  config: (fileName: string, area: string, sets: number) =>
    `${fileName} is no longer active in ${area}, which affects ${counted(sets, 'image set', 'image sets')}. Other areas do not change.`,
  withoutConfig: WITHOUT_CONFIG,
  configHistory: 'Its history keeps it: you can restore it under Manage global configs.',

  kinds: { dis: 'image set', static: 'static pack' },
  removed: (kind: string, key: string, files: number, area: string) =>
    `The ${kind} ${key} (${counted(files, 'file', 'files')}) disappears from ${area}.`,
  /** when a folder or file below it is deleted, and with it all that is left */
  removedWithRest: (kind: string, key: string, files: number, area: string) =>
    `The ${kind} ${key} (${counted(files, 'file', 'files')}) disappears from ${area}: nothing of it is left.`,
  changed: (kind: string, key: string, files: number, area: string) =>
    `The ${kind} ${key} gets a new state in ${area}, without ${counted(files, 'file', 'files')}.`,
  inNoOtherArea: (key: string) => `No other area has ${key}.`,
  keptIn: (areas: readonly string[], key: string) =>
    `${areas.join(' and ')} ${areas.length > 1 ? 'keep' : 'keeps'} ${key} as it is.`,
  redirected: (area: string, sets: string) => `Sets that are redirected to it in ${area} change with it: ${sets}.`,
  history: 'The previous state stays in the history: you can roll back to it.',
};

/**
 * Texts of the storage screen (beyond the specification).
 *
 *   storageTexts
 */
import type { StoredKind } from '../../contract/index.ts';
import { formatBytes } from '../ui/bytes.ts';
import { counted, formatNumber } from '../ui/numbers.ts';

/** Of a size that may be 0. */
const bytes = (value: number): string => formatBytes(value) || '0 B';

const kinds: Readonly<Record<StoredKind, string>> = {
  image: 'Image packs',
  meta: 'Meta packs',
  static: 'Static image packs',
  oneLayer: 'One-layer packs',
  prepared: 'Prepared pictures',
  lists: 'Lists of files',
  unneeded: 'Waiting for the clean-up',
};

export const storageTexts = {
  title: 'Storage',
  views: { label: 'View', overview: 'Overview', sets: 'Sets', packs: 'Packs to delete' },
  loading: 'Loading the storage',
  bytes,

  measure: {
    button: 'Measure now',
    at: (date: string) => `Measured ${date}`,
    running: 'Measuring …',
    never: 'The storage has not been measured yet.',
    note: 'A job adds up what is stored. It runs once a day, after the clean-up, and whenever you ask for it.',
    failed: 'measure the storage',
  },

  total: {
    title: 'Stored files',
    sum: (sum: string) => `${sum} in all, counted once however many sets and areas share it`,
    columns: { kind: 'Kind', files: 'Files', size: 'Size', share: 'Share' },
    kinds,
    notes: {
      prepared: 'Prepared pictures are made from the packs, in the form that the painter reads.',
      unneeded: 'The clean-up deletes what nothing needs when it is old enough.',
    } as Readonly<Partial<Record<StoredKind, string>>>,
    share: (part: number) => `${formatNumber(Math.round(part * 1000) / 10)} %`,
    unreadable: (count: number) =>
      `${counted(count, 'list of files', 'lists of files')} could not be read, so the sizes of areas and sets are too small. Check the store with "lacquer scrub".`,
  },
  use: {
    title: 'Packs as delivered',
    column: 'Use',
    uses: {
      shown: 'Shown by an area',
      history: 'Kept for the history: sets can be rolled back',
      reading: 'Being read',
      refused: 'Refused',
      unused: 'Not in use',
    },
    link: 'Packs to delete',
  },
  areas: {
    title: 'By area',
    column: 'Area',
    shows: 'Shows',
    own: 'Only this area',
    together: (sum: string) => `Together the areas show ${sum}: what several of them show is stored once.`,
  },
  others: {
    title: 'Server and database',
    free: 'Free for uploads',
    freeNote: (reserve: string) => `Uploads are refused below ${reserve}.`,
    freeUnknown: 'The store does not report it.',
    paintings: 'Painted pictures on this server’s disk',
    paintingsNote: (limit: string) => `At most ${limit}; the oldest make room.`,
    paintingsOff: 'Switched off.',
    database: 'Database',
    logs: 'of which logs',
    unknown: 'not known',
  },
  cleanUp: {
    title: 'Clean-up',
    last: (date: string) => `The daily clean-up last ended on ${date}.`,
    never: 'The daily clean-up has not run yet.',
    rules: (graceDays: number, historyDays: number) =>
      `It deletes what nothing has needed for ${counted(graceDays, 'day', 'days')}. Sets can be rolled back to states of the last ${counted(historyDays, 'day', 'days')}, and always to the last twenty.`,
    jobs: 'Its jobs',
    logs: 'What it deleted',
  },

  sets: {
    table: 'Storage by set',
    filter: 'Filter sets',
    empty: 'No set takes any space.',
    note: 'Sizes are those of the files in the packs. What several areas show is stored once, and so are equal packs of several sets and their copies.',
    columns: {
      key: 'Set or static pack',
      shown: 'Stored',
      shared: 'Shared with others',
      older: 'Older states',
    },
  },

  packs: {
    table: 'Packs to delete',
    filter: 'Filter packs',
    empty: 'No pack can be deleted: none was refused, and areas use all others.',
    note: 'Refused packs, and packs that no area uses.',
    columns: { pack: 'Pack', state: 'State', size: 'Size', frees: 'Frees', by: 'By', uploaded: 'Uploaded' },
    states: { refused: 'refused', unused: 'not in use' },
    kept: {
      history: 'nothing: sets can be rolled back to it',
      otherUpload: 'nothing: another upload has the same content',
    },
    problems: (fileName: string) => `refused: problems of ${fileName}`,
    select: 'Select packs first.',
    delete: (count: number) => (count === 0 ? 'Delete' : `Delete ${counted(count, 'pack', 'packs')}`),
    deleted: (count: number) => `${counted(count, 'pack was', 'packs were')} deleted.`,
    dialog: {
      title: 'Delete packs',
      confirm: 'Delete',
      question: (count: number) => `Do you want to delete ${counted(count, 'pack', 'packs')}?`,
      noChange: 'Nothing that an area shows comes from them: no area changes.',
      permanent: 'The uploads are removed permanently, with the problems found in them.',
      frees: (sum: string, graceDays: number) =>
        `This frees ${sum}, at the first clean-up when the uploads are ${counted(graceDays, 'day', 'days')} old.`,
      freesNothing: 'This frees no space now.',
      kept: (count: number) =>
        `${counted(count, 'pack', 'packs')} of them stay stored as long as the history or another upload needs them.`,
      more: (count: number) => `and ${formatNumber(count)} more`,
    },
  },
};

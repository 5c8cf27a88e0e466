/**
 * Texts of Upload: delivery packs.
 *
 *   uploadTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const uploadTexts = {
  title: 'Upload',
  note: 'Upload Delivery Packs as zip files. Each pack is stored first, then read. It goes live in Embargo as a whole, or is rejected with a full list of problems.',
  packs: 'Delivery packs',
  drop: 'or drop zip files or folders of them anywhere',

  conventions: 'File name conventions',
  /** the forms of names, and what such packs hold */
  names: [
    ['meta…zip', 'rules, features, versions and layers of one or many sets, one folder per set'],
    ['meta-<set id>…zip', 'the same for one set, with the files at the top level'],
    ['image-ext-<set id>…zip', 'exterior pictures for both driver types'],
    ['image-int-<set id>…zip', 'interior pictures for both driver types'],
    ['image-ext-lhd-<set id>…zip, image-int-rhd-<set id>…zip, …', 'pictures for one driver type only'],
    ['static…zip', 'static pictures: colours, trims, features, CO2 classes, dimensions'],
    ['oneLayer…zip', 'small sets whose pictures are the whole car'],
  ],
  setId: 'Set id',
  setIdForm: '16 characters: capital letters A-Z, digits, or lower-case x for any one character',

  table: 'Packs',
  filter: 'Filter packs',
  empty: 'No pack uploaded yet. Choose zip files above.',
  columns: {
    state: 'State',
    pack: 'Pack',
    type: 'Type',
    sets: 'Sets',
    uploaded: 'Uploaded',
    by: 'By',
    problems: 'Problems',
  },
  states: { received: 'received', reading: 'reading', live: 'live', refused: 'refused', unused: 'not in use' },
  waiting: 'waiting',
  /** @param areas '' for none */
  stateIn: (state: string, areas: string) => (areas === '' ? state : `${state} in ${areas}`),
  progress: (state: string, percent: number) => `${state} ${percent} %`,
  showWhy: 'Show why',
  showTheProblems: 'Show the problems',
  /** @param count of all problems; some readers get none of them */
  firstProblem: ([first]: readonly { entry: string; reason: string }[], count: number) =>
    first === undefined
      ? counted(count, 'problem', 'problems')
      : `${first.entry === '' ? '' : `${first.entry}: `}${first.reason}${count > 1 ? ` And ${formatNumber(count - 1)} more.` : ''}`,
  showRefused: 'Show the refused packs',
  showProblems: (problems: number) => `Show ${formatNumber(problems)}`,

  problems: {
    title: (fileName: string) => `Problems of ${fileName}`,
    waitingTitle: (fileName: string) => `${fileName} is waiting`,
    waitingNote: (reason: string) => `${reason} The pack itself is fine. It will be read as soon as this is resolved.`,
    wholePack: 'the pack',
    download: 'Download',
  },
};

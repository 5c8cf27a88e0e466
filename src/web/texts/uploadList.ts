/**
 * Texts of uploads: on the screens where files are chosen, and in the panel at the bottom of every other screen.
 *
 *   uploadListTexts
 */
import { formatBytes } from '../ui/bytes.ts';
import { counted, formatNumber, someOf } from '../ui/numbers.ts';

const left = (seconds: number): string => {
  if (seconds < 60) return `${formatNumber(seconds)} s`;
  return seconds < 3600
    ? `${formatNumber(Math.ceil(seconds / 60))} min`
    : `${formatNumber(Math.ceil(seconds / 3600))} h`;
};

export const uploadListTexts = {
  browse: 'Browse',
  upload: 'Upload',
  chooseFirst: 'Choose files first.',
  allUnderWay: 'All files are already being uploaded.',
  allSent: 'All files were sent. Choose others.',
  dropHere: 'Drop the files to add them',

  panel: 'Uploads',
  chosenFiles: 'Chosen files',
  panelFiles: 'Files being uploaded',
  hideFiles: 'Hide the files',
  showFiles: 'Show the files',
  clearOver: 'Clear finished',

  notAdded: (files: number) =>
    `${counted(files, 'file was', 'files were')} not added, because the name matches no kind of file:`,
  filesNotAdded: 'Files not added',
  clearList: 'Clear this list',

  uploadOf: (fileName: string) => `Upload of ${fileName}`,
  cancel: (fileName: string) => `Cancel the upload of ${fileName}`,
  remove: (fileName: string) => `Remove ${fileName} from the list`,
  retry: (fileName: string) => `Upload ${fileName} again`,
  problems: 'Show the problems',
  states: {
    waiting: 'waiting',
    failed: 'failed',
    received: 'being read',
    live: 'live',
    refused: 'refused',
    done: 'done',
  },
  percent: (percent: number) => `${percent} %`,
  stateAt: (state: string, percent: number) => `${state} ${percent} %`,
  speed: (bytesPerSecond: number) => `${formatBytes(bytesPerSecond) || '0 B'}/s`,
  left: (seconds: number) => `about ${left(seconds)} left`,
  sent: (bytes: number, all: number) => `${formatBytes(bytes) || '0 B'} of ${formatBytes(all)}`,

  underWay: (files: number) => `${counted(files, 'file', 'files')} being uploaded`,
  notUploaded: (files: number) => `${counted(files, 'file', 'files')} not uploaded`,
  notUploadedNames: (names: readonly string[]) =>
    `${counted(names.length, 'file was', 'files were')} not uploaded:\n${someOf(names)}`,
  chosen: (files: number, bytes: number) =>
    `${counted(files, 'file', 'files')} to upload${bytes === 0 ? '' : `, ${formatBytes(bytes)}`}`,
  count: (files: number, state: string) => `${formatNumber(files)} ${state}`,
} as const;

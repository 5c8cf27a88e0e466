/**
 * Texts of Manage global configs, and of the history of configuration files.
 *
 *   configTexts
 */
import { counted } from '../ui/numbers.ts';

export const configTexts = {
  title: 'Manage global configs',
  table: 'Global configs',
  empty: 'This area has no global configuration yet. Upload XML files above.',
  fileName: 'File Name',
  content: 'File content',
  show: 'Show',
  history: 'History',
  historyOf: (fileName: string) => `History of ${fileName}`,
  historyOfAll: 'History of all files',

  select: 'Select xml-file/s to upload',
  files: 'Configuration files',
  uploadsOf: (area: string) => `Configuration of ${area}`,
  problem: (line: number, column: number, reason: string) => `line ${line}, column ${column}: ${reason}`,

  prodUpload: {
    title: 'Change the configuration of Prod',
    confirm: 'Upload to Prod',
    note: (files: number) =>
      `${counted(files, 'file becomes', 'files become')} active in Prod immediately. The history keeps what they replace, so that it can be restored.`,
    isNew: (fileName: string) => `${fileName} is new`,
    replaces: (fileName: string) => `${fileName} replaces the file of the same name`,
    reading: 'Reading the file',
    loading: 'Loading the files of Prod',
    loadingFirst: 'Loading the files of Prod …',
    notKnown: 'The files of Prod could not be loaded, so it is not known what these replace. Try again later.',
  },

  historyDialog: {
    titleOfArea: (area: string) => `History of the configuration of ${area}`,
    title: (fileName: string, area: string) => `History of ${fileName} in ${area}`,
    table: 'History',
    loading: 'Loading the history',
    load: 'load the history',
    empty: 'Nothing has been changed yet.',
    when: 'When',
    file: 'File',
    what: 'What',
    who: 'Who',
    size: 'Size',
    actions: { upload: 'uploaded', delete: 'deleted', restore: 'restored' },
    changes: 'Changes',
    now: 'now',
    restore: 'Restore …',
    entry: (fileName: string, action: string, who: string, date: string) =>
      `${fileName}, ${action} by ${who} at ${date}`,
    loadingVersions: 'Loading the versions',
    loadVersions: 'load the versions',
  },
  restore: {
    title: (fileName: string, area: string) => `Restore ${fileName} in ${area}`,
    confirm: (area: string) => `Restore in ${area}`,
    action: (fileName: string) => `restore ${fileName}`,
    deletes: (fileName: string, date: string) =>
      `${fileName} will be deleted: after ${date} there was no such file. Other areas do not change.`,
    brings: (fileName: string, date: string) =>
      `${fileName} immediately becomes active again as it was after ${date}. Other areas do not change.`,
  },
};

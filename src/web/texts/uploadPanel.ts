/**
 * Texts of the panel of uploads below every screen.
 *
 *   panelTexts
 */
import { counted } from '../ui/numbers.ts';

export const panelTexts = {
  label: 'Uploads',
  files: 'Files being uploaded',
  underWay: (files: number) => `${counted(files, 'file', 'files')} being uploaded`,
  failed: (files: number) => `${counted(files, 'file', 'files')} not uploaded`,
  show: 'Show the files',
  hide: 'Hide the files',
  showProblems: 'Show the problems',
};

/**
 * Texts of a set's page (beyond the specification).
 *
 *   setPageTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const setPageTexts = {
  loading: 'Loading the set',
  load: 'load the set',
  unknown: (disId: string) => `There is no image set ${disId}`,
  unknownNote: 'It may have been renamed or deleted, or no area that you may see has it.',
  historyNote: 'What its areas showed is in the history.',
  area: 'Area',

  actions: 'Actions',
  test: 'Test mapping rules',
  validate: 'Validate completeness',
  compare: 'Compare',
  sheet: 'Contact sheet',
  mapping: 'LCDV mapping',
  promote: 'Promote',
  uploads: 'Packs',

  picture: 'Picture',
  noPictures: 'Its pictures are shown to people with a test role for this area.',
  notServed: 'No viewport has an angle, a resolution and a picture yet.',
  viewport: 'Viewport',
  exterior: 'Exterior',
  interior: 'Interior',
  previousAngle: 'Previous angle',
  nextAngle: 'Next angle',
  angle: (angle: string, at: number, count: number) =>
    `${angle}, ${formatNumber(at)} of ${counted(count, 'angle', 'angles')}`,
  angleKeys: 'Angles: arrow keys',
  standardOptions: (version: string) => `${version} with its standard options`,

  versions: (count: number) => `Versions (${formatNumber(count)})`,
  noVersion: 'No version is delivered.',
  showVersion: (version: string) => `Show ${version}`,

  areas: 'Areas',
  since: (date: string) => `since ${date}`,
  by: (what: string, who: string) => `${what} by ${who}`,
  hidden: (until: string, reason: string) => `${until}. ${reason}`,
  underWay: 'A promotion is under way.',
  counts: (pictures: number, metaFiles: number, packs: number) =>
    `${counted(pictures, 'picture', 'pictures')} and ${counted(metaFiles, 'meta file', 'meta files')} from ${counted(packs, 'pack', 'packs')}`,
  show: (area: string) => `Show ${area}`,
  shown: 'shown here',
  files: 'Files',
  quality: 'Quality report',
  qualityCounts: (errors: number, warnings: number) =>
    errors + warnings === 0
      ? 'no findings'
      : `${counted(errors, 'error', 'errors')}, ${counted(warnings, 'warning', 'warnings')}`,
  qualityMaking: 'being created',

  packs: (area: string) => `Packs in ${area}`,
  pack: 'Pack',
  type: 'Type',
  uploaded: 'Uploaded',
  uploadedBy: 'By',
  pictures: 'Pictures',
  metaFiles: 'Meta files',
  size: 'Size',
  packInFileBrowser: (pack: string) => `${pack} in the file browser`,
  notStored: 'no longer stored',

  history: 'History',
};

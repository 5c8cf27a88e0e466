/**
 * Texts of Contact sheet (beyond the specification).
 *
 *   sheetTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const sheetTexts = {
  title: 'Contact sheet',
  submit: 'Show',
  chooseFirst: 'Choose an image set to see all its colours from all angles.',
  thenSubmit: 'Press Show to see every colour from every angle.',
  loading: 'Loading the features',
  noFeatures: 'This version has no features to show in rows. Upload its meta pack.',

  rows: 'Rows',
  colours: 'Colours',
  trims: 'Trims',
  versions: 'Versions',
  standardOptions: 'standard options',
  /** on a picture that is the same as that of the first version */
  asFirst: 'as in the first row',
  showMore: (shown: number, all: number) => `Show more (${formatNumber(shown)} of ${formatNumber(all)})`,
  family: (title: string, id: string) => `${title} (${id})`,
  size: (rows: number, angles: number) => `${counted(rows, 'row', 'rows')}, ${counted(angles, 'angle', 'angles')}`,
  fetching: (fetched: number, all: number) => ` – fetching ${formatNumber(fetched)} of ${formatNumber(all)} to print`,
  paper: 'Paper',
  print: 'Print',

  withOptions: (ids: readonly string[]) => `with ${ids.join(', ')}`,
};

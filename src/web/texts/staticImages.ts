/**
 * Texts of Test Static Images (T 2.5). Labels and column titles are those of the specification.
 *
 *   staticTexts
 */
import { FOLDER_RULES, lengthText } from '../../engine/staticFolders.ts';

type Field = keyof typeof FOLDER_RULES;

export const staticTexts = {
  title: 'Test Static Images',
  loadingCriteria: 'Loading the version criteria',

  type: 'Type',
  types: { colors: 'Colors', trims: 'Trims', features: 'Features', co2: 'CO2', dimensions: 'Dimensions' },
  mode: 'Search mode',
  modes: { implicit: 'Implicit', explicit: 'Explicit' },
  showImages: 'Show images',
  fields: {
    brand: 'Brand',
    model: 'Model',
    majorMinor: 'Major and minor indicator',
    bodyStyle: 'Bodystyle',
  },
  correctFirst: (fields: readonly string[]) => `Correct ${fields.join(' and ')} first.`,

  /** which characters a field takes, and how many */
  signs: (field: Field): string => FOLDER_RULES[field].signs,
  length: (field: Field): string => {
    const sentence = lengthText(field);
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  },

  submit: 'Submit',
  pdf: 'PDF',
  creatingPdf: 'Creating the PDF',
  pdfUnderWay: 'The PDF is being created.',
  exportToExcel: 'Export to Excel',
  loading: 'Loading …',
  noRows: 'There are no rows to export. Submit a search first.',
  exportFailed: (reason: string) => `Could not export: ${reason}`,

  table: 'Static images',
  columns: { name: 'Image Name', link: 'Directory / Link', picture: 'Image' },
  filter: 'Enter here text from any column',
  nothingFound: (text: string) => `No data retrieved or no data matching the filter "${text}"`,
};

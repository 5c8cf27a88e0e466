/**
 * Texts of tables, fields and dialogs that many screens use.
 *
 *   widgetTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const widgetTexts = {
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  fileContentTitle: 'File Content',
  fileContent: 'File content',
  lines: (count: number) => counted(count, 'line', 'lines'),

  table: {
    filter: 'Filter',
    scrolling: (table: string) => `${table}, scrolling`,
    noMatch: 'No data matching the filters',
    actions: 'Actions',
    details: 'Details',
    selectAll: 'Select all',
    select: (row: string) => `Select ${row}`,
    search: (column: string) => `Search ${column}`,
    expand: (row: string) => `Expand ${row}`,
    collapse: (row: string) => `Collapse ${row}`,
    size: 'Size',
    /** @param hidden selected rows that filters hide */
    count: (shown: number, all: number, selected: number, hidden: number) =>
      [
        `${shown < all ? `${formatNumber(shown)} of ` : ''}${counted(all, 'row', 'rows')}`,
        ...(selected + hidden > 0 ? [`${formatNumber(selected)} selected`] : []),
        ...(hidden > 0 ? [`${formatNumber(hidden)} more hidden by filters`] : []),
      ].join(', '),
    copied: (text: string) => `Copied: ${text}`,
    /** on paper */
    cut: (printed: number, all: number, hasExport: boolean) =>
      `Only the first ${formatNumber(printed)} of ${formatNumber(all)} rows are printed.${hasExport ? ' The export to Excel has all of them.' : ''}`,
    export: 'Export to Excel',
    exportAction: 'export',
  },

  suggest: {
    open: 'Open',
    close: 'Close',
    clear: 'Clear',
    loading: 'Loading …',
    nothing: 'Nothing matches',
    /** below a list that is cut */
    more: (listed: number, all: number) => `${formatNumber(listed)} of ${formatNumber(all)} — type to narrow`,
    /** after what was not found */
    quoted: (text: string) => `“${text}”.`,
    severalMatch: (text: string) => `Several options match “${text}”.`,
  },

  diff: {
    unchanged: (lines: number) => `… ${counted(lines, 'unchanged line', 'unchanged lines')}`,
    identical: 'Both are identical.',
    comparing: 'Comparing',
    tooLarge: 'The two are too large, or differ too much, to be compared line by line.',
    lineEndings: 'They differ only in their line endings.',
    more: (lines: number) => `… and ${counted(lines, 'more line', 'more lines')}`,
  },
};

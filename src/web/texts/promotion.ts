/**
 * Texts of the status and promotion screens. Titles, labels and columns are those of the specification.
 *
 *   promotionTexts
 *   qualityCountTexts    what quality reports say about sets that are to be promoted
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const promotionTexts = {
  sets: 'Dynamic image sets',
  packs: 'Static image packs',
  noSets: 'No image set yet. Upload a delivery pack.',
  noPacks: 'No static pack yet. Upload one.',
  noMatch: 'No data matching the filters',
  reset: 'Reset',
  underWay: 'under way …',
  underWayLabel: 'Under way',

  status: {
    setsTitle: 'Status of dynamic image sets',
    packsTitle: 'Status of static image packs',
    set: 'Dynamic Image Set',
    pack: 'Static Image Pack',
    state: 'Status',
    upload: 'Upload',
    toPreProd: 'last Promotion to Pre-Prod',
    toProd: 'last Promotion to Prod',
    from: 'From Date',
    to: 'To Date',
    states: { LIVE: 'LIVE', READING: 'READING', REFUSED: 'REFUSED', UNUSED: 'NOT IN USE' },
  },
  waiting: {
    label: 'Waiting for promotion',
    /** @param rows undefined: not known yet */
    all: (rows: number | undefined) => `All ${rows === undefined ? '…' : formatNumber(rows)}`,
    preprod: 'Waiting for Pre-Prod',
    prod: 'Waiting for Prod',
    nothing: 'In Prod',
    count: (state: string, rows: number | undefined) => `${state} ${rows === undefined ? '…' : formatNumber(rows)}`,
  },
  newerUpload: {
    refused: 'newer upload refused',
    reading: 'newer upload being read',
    uploadedAgain: (date: string) => `Uploaded again ${date}`,
  },

  promote: {
    setsTitle: 'Promote dynamic image sets',
    packsTitle: 'Promote static image packs',
    setsLegend: 'From area to area',
    packsLegend: 'Direction',
    setDirections: {
      'embargo-preprod': 'Embargo to Pre-Production',
      'embargo-prod': 'Embargo to Production',
      'preprod-prod': 'Pre-Production to Production',
    },
    packDirections: {
      'embargo-preprod': 'Embargo -> Pre-Production',
      'embargo-prod': 'Embargo -> Production',
    },
    setName: 'Enter Dynamic Image Set Id',
    packName: 'Enter Static Image Pack Name',
    set: 'Dynamic Image Set Id',
    pack: 'Static Image Pack Name',
    upload: 'Last upload',
    toPreProd: 'Last promotion to pre-prod',
    toProd: 'Last promotion to prod',
    all: 'Promote All',
    meta: 'Promote Meta',
    setsButton: 'Promote selected',
    packsButton: 'Promote',
    selectFirst: 'Select rows to promote first.',
    tooMany: (limit: number) => `At most ${formatNumber(limit)} are promoted together. Select fewer.`,
    notInSource: (area: string, disId: string) => `${area} has no ${disId}.`,
    notInTarget: (area: string, disId: string) => `${disId} is not in ${area}. Promote all of it first.`,
    status: 'Status',
    states: { notPromoted: 'not promoted', toPreProd: 'to Pre-Prod', toProd: 'to Prod' },
    from: 'Last uploaded from',
    to: 'Last uploaded to',
  },
  /** What an area (here) shows, compared with another one (there): a few words for the cell, and a sentence. */
  content: {
    notInEmbargo: (there: string) => ({ label: 'not in Embargo', title: `It is in ${there}, not in Embargo.` }),
    same: (here: string, there: string) => ({
      label: `same as ${there}`,
      title: `${here} shows exactly what ${there} shows.`,
    }),
    older: (here: string, there: string) => ({
      label: 'older',
      title: `${there} was changed since; ${here} still shows what it had before.`,
    }),
    picturesOlder: (here: string, there: string) => ({
      label: 'pictures older',
      title: `${here} has the meta files of ${there}, and older pictures.`,
    }),
    metaOlder: (here: string, there: string) => ({
      label: 'meta older',
      title: `${here} has the pictures of ${there}, and older meta files.`,
    }),
    different: (here: string, there: string) => ({
      label: 'differs',
      title: `${here} was changed directly, in the file browser or by a roll back, and differs from ${there}.`,
    }),
    absent: (here: string) => ({ label: 'not there', title: `${here} does not have it.` }),
  },
  details: {
    loading: 'Loading packs',
    showQuality: 'Show quality report',
    showPacks: (type: string) => `Show ${type} packs`,
    packs: (type: string) => `${type} packs`,
    showMeta: 'Show meta files',
    meta: 'Meta files',
    type: 'Type',
    fileName: 'Filename',
    uploaded: 'Uploaded',
    pictures: 'Pictures',
    size: 'Size',
    quality: 'Quality Report',
    qualityPage: 'Open as a page',
  },
  promoteDialog: {
    sets: (count: number) => `${formatNumber(count)} image sets`,
    packs: (count: number) => `${formatNumber(count)} static image packs`,
    each: 'each of them',
    title: (subject: string) => `Promote ${subject}`,
    metadataTitle: (subject: string) => `Promote metadata of ${subject}`,
    confirm: (area: string) => `Promote to ${area}`,
    wholeSet: (target: string, source: string, names: string) =>
      `${target} will show exactly what ${source} shows of ${names} now: pictures, layers, rules, versions and features.`,
    wholePack: (target: string, source: string, names: string) =>
      `${target} will show exactly what ${source} shows of ${names} now.`,
    metadata: (target: string, source: string, names: string) =>
      `${target} will take versions, features, layers and rules of ${names} from ${source} and keep its own pictures.`,
    compare: 'Compare the painted pictures before and after',
  },
};

export const qualityCountTexts = {
  notChecked: 'quality not checked yet',
  counts: (errors: number, warnings: number): string =>
    [errors > 0 && counted(errors, 'error', 'errors'), warnings > 0 && counted(warnings, 'warning', 'warnings')]
      .filter((part) => part !== false)
      .join(', '),
  title: (area: string) => `Quality report in ${area}`,
  faultySet: (disId: string, errors: number) => `${disId} (${counted(errors, 'error', 'errors')})`,
  /** @param names of the faulty ones, with their errors */
  faulty: (area: string, sets: number, names: string, faulty: number) =>
    sets === 1
      ? `The quality report in ${area} has errors: ${names}.`
      : `${formatNumber(faulty)} of ${formatNumber(sets)} sets have errors in the quality report of ${area}: ${names}.`,
  unchecked: (making: number, sets: number) =>
    sets === 1
      ? 'Its quality report is being made.'
      : `${formatNumber(making)} of ${formatNumber(sets)} are not checked yet.`,
  open: 'Open the quality report',
  holdBack: (sets: number) => (sets === 1 ? 'Leave it out' : `Leave these ${formatNumber(sets)} out`),
  reason: 'Reason for promoting with errors (goes into the history)',
  reasonMissing: 'Say why these sets go to Prod with errors.',
  loading: 'The quality reports are loading.',
  withErrors: 'with errors only',
};

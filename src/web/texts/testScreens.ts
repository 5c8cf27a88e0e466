/**
 * Texts of the dynamic test screens: their common form, Validate and Test mapping rules. Labels and titles are those
 * of the specification.
 *
 *   testTexts
 */
import { AREA_NAMES, type Area } from '../../contract/index.ts';
import { counted } from '../ui/numbers.ts';
import { ACTIONS } from './failures.ts';

export const testTexts = {
  validate: {
    title: 'Validate completeness of dynamic image set',
    submit: 'Validate',
    chooseFirst: 'Choose an image set to see what it is made of.',
    thenSubmit: 'Press Validate to see the pictures and the layers.',
  },
  options: {
    title: 'Test mapping rules',
    submit: 'Test',
    chooseFirst: 'Choose an image set and a version to try its options.',
    thenSubmit: 'Choose a version, then press Test.',
    withVersion: 'Press Test to see the pictures and the options.',
  },

  /** to choose from while no set is chosen */
  cars: 'Image sets',
  moreCars: (count: number) => `Find ${counted(count, 'more set', 'more sets')} with the field above.`,

  /** links to the other tests of a set */
  links: {
    options: 'Mapping rules',
    compare: 'Compare',
    sheet: 'Contact sheet',
    set: 'Set page',
    quality: 'Quality report',
  },

  form: {
    setId: 'Enter Dynamic Image Set Id',
    hiddenSet: (disId: string) => `${disId} - hidden`,
    hiddenSetNote: (until: string, reason: string) => `Only administrators see this set: ${until}. ${reason}`,
    noSetMatches: 'No image set matches',
    reset: 'Reset',
    fold: 'Hide the view',
    angleCount: (count: number) => (count === 1 ? '1 angle' : `${count} angles`),
    keepOptions: 'Keep my options',
    keepLayers: 'Keep my layers',
    keepHint: 'Another version normally starts over. With this it keeps your choice and names what does not fit.',
    version: 'Select version',
    versionOption: (id: string, label: string) => `${id} - ${label}`,
    noVersionMatches: 'No version matches',
    previousVersion: 'Previous version',
    nextVersion: 'Next version',
    firstVersion: 'No version before this one',
    lastVersion: 'No version after this one',
    viewport: 'Select viewport',
    exterior: 'exterior',
    interior: 'interior',
    model: 'Select model',
    lhd: 'LHD',
    rhd: 'RHD',
    resolution: 'Select resolution',
    resolutionOption: (name: string, width: number, height: number) => `${name} (${width} × ${height})`,
    angles: 'Select preview angles',
    angleLimit: (most: number) => `At most ${most} at a time`,
    insufficientData: (disId: string) => `Insufficient data was uploaded for exterior / interior view for ${disId}`,
  },

  /** why the form cannot be submitted */
  missing: {
    view: 'No view of this image set is valid.',
    version: 'Choose a version first.',
    resolution: 'This view has no resolution.',
    loading: 'Loading …',
  },
  unknownSet: (area: string, disId: string) => `${area} has no image set ${disId}.`,
  unknownVersion: (area: string, disId: string, version: string) =>
    `In ${area}, ${disId} has no version ${version}. Choose another one, or another area.`,
  chooseAnother: (problem: string) => `${problem} Choose another one, or another area.`,
  noSets: 'This area has no image sets yet. They appear here once a delivery pack is live in the area.',

  targets: {
    extLayersSource: 'Target exterior layers source',
    extRulesSource: 'Exterior rules source',
    intLayersSource: 'Interior layers source',
    intRulesSource: 'Interior rules source',
    extLayers: 'Target exterior layers',
    extRules: 'Target exterior rules',
    intLayers: 'Target interior layers',
    intRules: 'Target interior rules',
  },

  picture: {
    failed: (reason: string) => `Could not ${ACTIONS['load image']}: ${reason}`,
  },

  /** above a tree */
  tree: {
    find: 'Find in the tree',
    nothingFound: (text: string) => `Nothing contains “${text}”.`,
    fold: 'Fold all',
    unfold: 'Unfold all',
  },
  /** for screen readers, when the pictures of a choice have loaded */
  painted: {
    pictures: 'Pictures',
    done: (count: number, changes: readonly string[], layers: readonly string[] = []) => {
      const pictures = `Painted ${count} ${count === 1 ? 'picture' : 'pictures'}`;
      const what = changes.length === 0 ? '' : `: ${changes.join('; ')}`;
      return `${pictures}${what}.${layers.length === 0 ? '' : ` Layers changed: ${layers.join(', ')}.`}`;
    },
    change: (family: string, before = 'nothing', after = 'nothing') => `${family} ${after} instead of ${before}`.trim(),
  },

  /** above the pictures */
  pictures: {
    layout: 'Layout of the pictures',
    grid: 'Grid',
    large: 'One large',
    strip: 'Angles',
    whatIsHere: 'What is here?',
    askHint: 'Click a point of a picture.',
  },

  /** lines of a report */
  about: {
    set: (area: Area, disId: string) => `${AREA_NAMES[area]}: ${disId}`,
    view: (viewport: string, model: string) => `View: ${viewport}, ${model}`,
    layers: (names: readonly string[]) => `Layers: ${names.join(', ')}`,
    options: (version: string, chosen: readonly string[]) =>
      `Version: ${version}, options: ${chosen.join(', ') || 'standard'}`,
  },

  layers: {
    label: 'Layers',
    dropped: (ids: readonly string[]) => `This view does not have these layers, so they are dropped: ${ids.join(', ')}`,
    tree: 'Layers by family',
    nothingSelected: 'Nothing is selected. Choose layers on the right, or choose a version to preselect its layers.',
    none: 'This view has no layers. Upload its meta pack.',
  },

  features: {
    label: 'Features',
    family: (label: string, id: string) => (label === '' || label === id ? id : `${label} · ${id}`),
    standardMark: 'standard',
    dropped: (ids: readonly string[]) => `No longer offered, so dropped: ${ids.join(', ')}`,
    /** the leaf for no choice; a family with a standard names it */
    none: 'none',
    standard: (id: string, label: string) => `none (${id}) ${label}`,
    why: 'Why these layers?',
  },

  lastClick: {
    title: 'Changed by the last click',
    notYet: 'Nothing has been clicked yet.',
    noLayers: 'No layer changed.',
    nothing: 'nothing',
    became: 'became',
    option: (label: string | undefined, id: string) =>
      label === undefined || label === '' || label === id ? id : `${label} (${id})`,
  },

  why: {
    title: 'Why these layers',
    loading: 'Loading the explanation',
    effectiveOptions: (ids: readonly string[]) => `Effective options: ${ids.join(', ') || 'none'}`,
    family: (family: string, layer: string | undefined) => `${family}: ${layer ?? 'nothing painted'}`,
    met: 'met',
    notMet: 'not met:',
    noPicture: 'No picture for this angle.',
  },
};

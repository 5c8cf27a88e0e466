/**
 * Texts of the history of a set or static pack, of rolling back, and of what a change would change.
 *
 *   historyTexts
 *   paintedTexts    the cars of that difference
 *   diffTexts
 */
import { counted, formatNumber } from '../ui/numbers.ts';

export const historyTexts = {
  history: 'History',
  title: (key: string) => `History of ${key}`,
  loading: 'Loading the history',
  load: 'load history',
  when: 'When',
  area: 'Area',
  what: 'What',
  who: 'Who',
  note: 'Note',
  reasons: {
    upload: 'uploaded',
    promote: 'promoted',
    promoteMetadata: 'metadata promoted',
    copy: 'copied',
    rename: 'renamed',
    delete: 'deleted',
    edit: 'file deleted',
    rollback: 'rolled back',
  } as Readonly<Record<string, string>>,
  /** of a row; `packs` are links or names between them */
  packs: { added: 'new', replaced: 'replaced', removed: 'removed', unknown: 'no longer known' },
  packChange: (pack: string, change: string) => `${pack} (${change})`,
  nothingChanged: 'same content as before',
  showChanges: 'What changed',
  hideChanges: 'Hide what changed',
  now: 'now',
  sameAsNow: 'same as now',
  rowName: (date: string, area: string) => `${area}, ${date}`,
  rollBack: 'Roll back …',
  notStored: 'no longer stored',
  compare: 'Compare with now',
  compareTitle: (key: string, area: string) => `Compare ${key} in ${area}`,
  compareText: (area: string, date: string) =>
    `Before is what ${area} shows now, after is what it showed after ${date}.`,
  noteField: 'Note for the history',

  rollBackDialog: {
    title: (key: string, area: string) => `Roll ${key} back in ${area}`,
    confirm: (area: string) => `Roll ${area} back`,
    action: (key: string) => `roll ${key} back`,
    text: (area: string, date: string) =>
      `${area} will show again what it showed after ${date}. The other areas stay as they are.`,
  },
};

export const paintedTexts = {
  title: 'The car before and after',
  added: 'The car',
  loading: 'Loading the cars',
  /** @param label may be '' */
  version: (version: string, label: string) =>
    [label, version, 'standard options'].filter((one) => one !== '').join(' · '),
  otherVersion: (before: string, after: string) => `No version is in both: before is ${before}, after is ${after}.`,
  showAs: 'Show as',
  views: { side: 'Side by side', swap: 'Swap', blink: 'Blink' },
  /** a side, its version and angle, in the viewer */
  pictureTitle: (angle: string, side: string) => `${angle} · ${side}`,
  noAngle: (angle: string) => `It has no picture from angle ${angle}.`,
  nothing: 'Nothing to paint',
  swapHint: (shown: string) => `${shown}. Space or a click changes between before and after.`,
  stopBlinking: 'Stop blinking',
  blinkHint: (shown: string) => `${shown}. Space or a click stops.`,
  changed: 'Changed pictures',
};

export const diffTexts = {
  comparing: 'Comparing',
  added: 'added',
  replaced: 'replaced',
  removed: 'removed',
  before: 'before',
  after: 'after',
  pictures: (pictures: number, change: string) => `${counted(pictures, 'picture', 'pictures')} ${change}`,
  meta: (changes: number) => `${counted(changes, 'change', 'changes')} in meta files`,
  nothing: 'Nothing would change: the target already has this content.',
  beforeAlt: (path: string) => `${path} before`,
  afterAlt: (path: string) => `${path} after`,
  enlarge: (path: string) => `Enlarge ${path}`,
  /** a changed picture and its side, in the viewer */
  pictureTitle: (path: string, side: string) => `${path} · ${side}`,
  notThere: {
    before: 'This picture was not there before.',
    after: 'This picture is no longer there after the change.',
  },
  showBefore: 'Show before',
  showAfter: 'Show after',
  showMore: (pictures: number) => `Show more of ${formatNumber(pictures)}`,
};

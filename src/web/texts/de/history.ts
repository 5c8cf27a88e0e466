/** German for history.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type * as english from '../history.ts';
import type { Texts } from '../language.ts';

export const historyTexts: Texts<typeof english.historyTexts> = {
  history: 'Verlauf',
  title: (key) => `Verlauf von ${key}`,
  loading: 'Der Verlauf wird geladen',
  load: 'Laden des Verlaufs',
  when: 'Wann',
  area: 'Bereich',
  what: 'Was',
  who: 'Wer',
  note: 'Notiz',
  reasons: {
    upload: 'hochgeladen',
    promote: 'freigegeben',
    promoteMetadata: 'Metadaten freigegeben',
    copy: 'kopiert',
    rename: 'umbenannt',
    delete: 'gelöscht',
    edit: 'Datei gelöscht',
    rollback: 'zurückgerollt',
  },
  packs: { added: 'neu', replaced: 'ersetzt', removed: 'entfernt', unknown: 'nicht mehr bekannt' },
  packChange: (pack, change) => `${pack} (${change})`,
  nothingChanged: 'Inhalt wie zuvor',
  showChanges: 'Was sich geändert hat',
  hideChanges: 'Änderungen ausblenden',
  now: 'jetzt',
  sameAsNow: 'wie jetzt',
  rowName: (date, area) => `${area}, ${date}`,
  rollBack: 'Zurückrollen …',
  notStored: 'nicht mehr gespeichert',
  compare: 'Mit jetzt vergleichen',
  compareTitle: (key, area) => `${key} in ${area} vergleichen`,
  compareText: (area, date) => `Vorher ist, was ${area} jetzt zeigt; nachher ist, was es nach dem ${date} zeigte.`,
  noteField: 'Notiz für den Verlauf',

  rollBackDialog: {
    title: (key, area) => `${key} in ${area} zurückrollen`,
    confirm: (area) => `${area} zurückrollen`,
    action: (key) => `Zurückrollen von ${key}`,
    text: (area, date) =>
      `${area} zeigt danach wieder, was es nach dem ${date} zeigte. Die anderen Bereiche bleiben, wie sie sind.`,
  },
};

export const paintedTexts: Texts<typeof english.paintedTexts> = {
  title: 'Das Auto vorher und nachher',
  added: 'Das Auto',
  loading: 'Die Autos werden geladen',
  version: (version, label) => [label, version, 'Standardoptionen'].filter((one) => one !== '').join(' · '),
  otherVersion: (before, after) => `Keine Version ist in beiden: vorher ${before}, nachher ${after}.`,
  showAs: 'Ansicht',
  views: { side: 'Nebeneinander', swap: 'Wechseln', blink: 'Blinken' },
  pictureTitle: (angle, side) => `${angle} · ${side}`,
  noAngle: (angle) => `Es hat kein Bild aus dem Blickwinkel ${angle}.`,
  nothing: 'Nichts darzustellen',
  swapHint: (shown) => `${shown}. Leertaste oder Klick wechselt zwischen vorher und nachher.`,
  stopBlinking: 'Blinken anhalten',
  blinkHint: (shown) => `${shown}. Leertaste oder Klick hält an.`,
  changed: 'Geänderte Bilder',
};

export const diffTexts: Texts<typeof english.diffTexts> = {
  comparing: 'Wird verglichen',
  added: 'hinzugefügt',
  replaced: 'ersetzt',
  removed: 'entfernt',
  before: 'vorher',
  after: 'nachher',
  pictures: (pictures, change) => `${counted(pictures, 'Bild', 'Bilder')} ${change}`,
  meta: (changes) => `${counted(changes, 'Änderung', 'Änderungen')} in Metadateien`,
  nothing: 'Nichts würde sich ändern: Das Ziel hat diesen Inhalt bereits.',
  beforeAlt: (path) => `${path} vorher`,
  afterAlt: (path) => `${path} nachher`,
  enlarge: (path) => `${path} vergrößern`,
  pictureTitle: (path, side) => `${path} · ${side}`,
  notThere: { before: 'Vorher gab es dieses Bild nicht.', after: 'Nachher gibt es dieses Bild nicht mehr.' },
  showBefore: 'Vorher zeigen',
  showAfter: 'Nachher zeigen',
  showMore: (pictures) => `Mehr von ${formatNumber(pictures)} anzeigen`,
};

/** German for sets.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../sets.ts';

export const setPageTexts: Texts<typeof english.setPageTexts> = {
  loading: 'Das Bildset wird geladen',
  load: 'Laden des Bildsets',
  unknown: (disId) => `Es gibt kein Bildset ${disId}`,
  unknownNote: 'Vielleicht wurde es umbenannt oder gelöscht, oder kein Bereich, den Sie sehen dürfen, hat es.',
  historyNote: 'Was seine Bereiche zeigten, steht im Verlauf.',
  area: 'Bereich',

  actions: 'Aktionen',
  test: 'Zuordnungsregeln testen',
  validate: 'Vollständigkeit prüfen',
  compare: 'Vergleichen',
  sheet: 'Kontaktbogen',
  mapping: 'LCDV-Zuordnung',
  promote: 'Freigeben',
  uploads: 'Pakete',

  picture: 'Bild',
  noPictures: 'Die Bilder sehen nur Benutzer mit einer Testrolle für diesen Bereich.',
  notServed: 'Noch hat keine Ansicht einen Blickwinkel, eine Auflösung und ein Bild.',
  viewport: 'Ansicht',
  exterior: 'Außen',
  interior: 'Innen',
  previousAngle: 'Voriger Blickwinkel',
  nextAngle: 'Nächster Blickwinkel',
  angle: (angle, at, count) => `${angle}, ${formatNumber(at)} von ${counted(count, 'Blickwinkel', 'Blickwinkeln')}`,
  angleKeys: 'Blickwinkel: Pfeiltasten',
  standardOptions: (version) => `${version} mit Standardoptionen`,

  versions: (count) => `Versionen (${formatNumber(count)})`,
  noVersion: 'Keine Version wurde geliefert.',
  showVersion: (version) => `${version} zeigen`,

  areas: 'Bereiche',
  since: (date) => `seit ${date}`,
  by: (what, who) => `${what} von ${who}`,
  hidden: (until, reason) => `${until}. ${reason}`,
  underWay: 'Eine Freigabe läuft.',
  counts: (pictures, metaFiles, packs) =>
    `${counted(pictures, 'Bild', 'Bilder')} und ${counted(metaFiles, 'Metadatei', 'Metadateien')} aus ${counted(packs, 'Paket', 'Paketen')}`,
  show: (area) => `${area} zeigen`,
  shown: 'hier gezeigt',
  files: 'Dateien',
  quality: 'Qualitätsbericht',
  qualityCounts: (errors, warnings) =>
    errors + warnings === 0
      ? 'keine Befunde'
      : `${counted(errors, 'Fehler', 'Fehler')}, ${counted(warnings, 'Warnung', 'Warnungen')}`,
  qualityMaking: 'wird erstellt',

  packs: (area) => `Pakete in ${area}`,
  pack: 'Paket',
  type: 'Typ',
  uploaded: 'Hochgeladen',
  uploadedBy: 'Von',
  pictures: 'Bilder',
  metaFiles: 'Metadateien',
  size: 'Größe',
  packInFileBrowser: (pack) => `${pack} im Dateibrowser`,
  notStored: 'nicht mehr gespeichert',

  history: 'Verlauf',
};

/** German for upload.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../upload.ts';

export const uploadTexts: Texts<typeof english.uploadTexts> = {
  title: 'Hochladen',
  note: 'Laden Sie Lieferpakete als Zip-Dateien hoch. Jedes Paket wird zuerst gespeichert, dann gelesen. Es geht als Ganzes in Embargo live, oder es wird mit einer vollständigen Liste der Probleme abgelehnt.',
  packs: 'Lieferpakete',
  drop: 'oder Zip-Dateien oder Ordner mit ihnen irgendwo hierher ziehen',

  conventions: 'Regeln für Dateinamen',
  names: [
    ['meta…zip', 'Regeln, Merkmale, Versionen und Ebenen eines oder vieler Bildsets, je Bildset ein Ordner'],
    ['meta-<disId>…zip', 'dasselbe für ein Bildset, die Dateien auf oberster Ebene'],
    ['image-ext-<disId>…zip', 'Außenbilder für Links- und Rechtslenker'],
    ['image-int-<disId>…zip', 'Innenbilder für Links- und Rechtslenker'],
    ['image-ext-lhd-<disId>…zip, image-int-rhd-<disId>…zip, …', 'Bilder nur für Links- oder nur für Rechtslenker'],
    ['static…zip', 'statische Bilder: Farben, Ausstattungen, Merkmale, CO2-Klassen, Maße'],
    ['oneLayer…zip', 'kleine Bildsets, deren Bilder das ganze Auto zeigen'],
  ],
  setId: 'disId',
  setIdForm: '16 Zeichen: Großbuchstaben A-Z, Ziffern oder ein kleines x für ein beliebiges Zeichen',

  table: 'Pakete',
  filter: 'Pakete filtern',
  empty: 'Noch kein Paket hochgeladen. Wählen Sie oben Zip-Dateien.',
  columns: {
    state: 'Status',
    pack: 'Paket',
    type: 'Typ',
    sets: 'Bildsets',
    uploaded: 'Hochgeladen',
    by: 'Von',
    problems: 'Probleme',
  },
  states: {
    received: 'angekommen',
    reading: 'wird gelesen',
    live: 'live',
    refused: 'abgelehnt',
    unused: 'unbenutzt',
  },
  waiting: 'wartet',
  stateIn: (state, areas) => (areas === '' ? state : `${state} in ${areas}`),
  progress: (state, percent) => `${state} ${percent} %`,
  showWhy: 'Grund anzeigen',
  showTheProblems: 'Probleme anzeigen',
  firstProblem: ([first], count) =>
    first === undefined
      ? counted(count, 'Problem', 'Probleme')
      : `${first.entry === '' ? '' : `${first.entry}: `}${first.reason}${count > 1 ? ` Und ${formatNumber(count - 1)} weitere.` : ''}`,
  showRefused: 'Abgelehnte Pakete anzeigen',
  showProblems: (problems) => `${formatNumber(problems)} anzeigen`,

  problems: {
    title: (fileName) => `Probleme von ${fileName}`,
    waitingTitle: (fileName) => `${fileName} wartet`,
    waitingNote: (reason) => `${reason} Das Paket selbst ist in Ordnung. Es wird gelesen, sobald das behoben ist.`,
    wholePack: 'das Paket',
    download: 'Herunterladen',
  },
};

/** German for uploadList.ts. */
import { formatBytes } from '../../ui/bytes.ts';
import { counted, formatNumber, someOf } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../uploadList.ts';

const left = (seconds: number): string => {
  if (seconds < 60) return `${formatNumber(seconds)} s`;
  return seconds < 3600
    ? `${formatNumber(Math.ceil(seconds / 60))} min`
    : `${formatNumber(Math.ceil(seconds / 3600))} h`;
};

export const uploadListTexts: Texts<typeof english.uploadListTexts> = {
  browse: 'Durchsuchen',
  upload: 'Hochladen',
  chooseFirst: 'Wählen Sie zuerst Dateien.',
  allUnderWay: 'Alle Dateien werden bereits hochgeladen.',
  allSent: 'Alle Dateien sind gesendet. Wählen Sie andere.',
  dropHere: 'Lassen Sie die Dateien los, um sie hinzuzufügen',

  panel: 'Uploads',
  chosenFiles: 'Gewählte Dateien',
  panelFiles: 'Dateien, die hochgeladen werden',
  hideFiles: 'Dateien ausblenden',
  showFiles: 'Dateien anzeigen',
  clearOver: 'Fertige entfernen',

  notAdded: (files) =>
    `${counted(files, 'Datei wurde', 'Dateien wurden')} nicht hinzugefügt, weil der Name zu keiner Art von Datei passt:`,
  filesNotAdded: 'Nicht hinzugefügte Dateien',
  clearList: 'Diese Liste leeren',

  uploadOf: (fileName) => `Upload von ${fileName}`,
  cancel: (fileName) => `Upload von ${fileName} abbrechen`,
  remove: (fileName) => `${fileName} aus der Liste entfernen`,
  retry: (fileName) => `${fileName} erneut hochladen`,
  problems: 'Probleme anzeigen',
  states: {
    waiting: 'wartet',
    failed: 'fehlgeschlagen',
    received: 'wird gelesen',
    live: 'live',
    refused: 'abgelehnt',
    done: 'fertig',
  },
  percent: (percent) => `${percent} %`,
  stateAt: (state, percent) => `${state} ${percent} %`,
  speed: (bytesPerSecond) => `${formatBytes(bytesPerSecond) || '0 B'}/s`,
  left: (seconds) => `noch etwa ${left(seconds)}`,
  sent: (bytes, all) => `${formatBytes(bytes) || '0 B'} von ${formatBytes(all)}`,

  underWay: (files) => `${counted(files, 'Datei wird', 'Dateien werden')} hochgeladen`,
  notUploaded: (files) => `${counted(files, 'Datei', 'Dateien')} nicht hochgeladen`,
  notUploadedNames: (names) => `${counted(names.length, 'Datei', 'Dateien')} nicht hochgeladen:\n${someOf(names)}`,
  chosen: (files, bytes) =>
    `${counted(files, 'Datei', 'Dateien')} hochzuladen${bytes === 0 ? '' : `, ${formatBytes(bytes)}`}`,
  count: (files, state) => `${formatNumber(files)} ${state}`,
};

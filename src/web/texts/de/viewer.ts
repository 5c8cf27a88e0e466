/** German for viewer.ts. */
import { formatDate } from '../../ui/dates.ts';
import type { Texts } from '../language.ts';
import type * as english from '../viewer.ts';

const percent = (share: number): string =>
  `${share >= 0.995 || share === 0 ? Math.round(share * 100) : (share * 100).toFixed(share < 0.1 ? 1 : 0).replace('.', ',')} %`;

export const viewerTexts: Texts<typeof english.viewerTexts> = {
  label: 'Bildbetrachter',
  loading: 'Das Bild wird geladen',
  enlarge: (title) => `${title} vergrößern`,
  previous: 'Voriges Bild (←)',
  next: 'Nächstes Bild (→)',
  position: (at, count) => `${at} von ${count}`,
  announce: (title, at, count, zoom) => `${title}, ${at} von ${count}, ${zoom}`,
  zoom: 'Zoom',
  zooms: { fit: 'Einpassen', 1: '100 %', 2: '200 %', 4: '400 %' },
  zoomIn: 'Vergrößern (+)',
  zoomOut: 'Verkleinern (−)',
  background: 'Hintergrund (B)',
  backgrounds: { checker: 'Schachbrett', light: 'Hell', dark: 'Dunkel', area: 'Farbe des Bereichs' },
  fullScreen: 'Vollbild',
  fullScreenKey: 'Vollbild (F)',
  open: 'In neuem Tab öffnen',
  download: 'Herunterladen',
  close: 'Schließen',
  keys: (angles, several) =>
    `${several ? `Pfeiltasten: andere ${angles ? 'Blickwinkel' : 'Bilder'}. ` : ''}+ und −: Zoom. B: Hintergrund. Escape: schließen.`,
  swap: 'Wechseln',
  swapKey: 'Leertaste: das Bild der anderen Seite',
  spin: 'Ziehen Sie, um das Auto zu drehen.',

  here: {
    mode: 'Was ist hier?',
    modeKey: 'Nennt die Ebenen und Dateien an einem Punkt (I)',
    hint: 'Klicken Sie auf einen Punkt des Bildes, oder bewegen Sie das Fadenkreuz mit den Pfeiltasten (Umschalt: 10 Pixel) und drücken Sie die Eingabetaste. Bild auf und Bild ab zeigen andere Bilder.',
    crosshair: (x, y) => `Punkt ${x}, ${y}`,
    title: (x, y) => `Bei ${x}, ${y}`,
    loading: 'Die Ebenen werden gesucht',
    nothing: 'Hier ist nichts gezeichnet.',
    found: (count) => (count === 1 ? '1 Ebene ist hier zu sehen.' : `${count} Ebenen sind hier zu sehen.`),
    share: (share) => `${percent(share)} der Farbe`,
    covered: (count) => (count === 1 ? '1 verdeckte Ebene' : `${count} verdeckte Ebenen`),
    copy: 'Bericht kopieren',
    copied: 'Bericht kopiert',
    notCopied: 'Der Browser hat das Kopieren nicht erlaubt.',
  },

  file: {
    family: (family, layer) => `${family}: ${layer}`,
    path: (pack, path) => `${pack} › ${path}`,
    uploaded: (who, when) =>
      who === null || when === null
        ? 'Der Upload ist nicht mehr aufgeführt.'
        : `Hochgeladen von ${who}, ${formatDate(when)}`,
    scaled: 'Aus einer anderen Größe skaliert',
  },

  report: {
    point: (angle, resolution, x, y) => `Blickwinkel ${angle}, ${resolution}, Pixel ${x}, ${y}`,
    layer: (share, family, layer) => `${percent(share)}  ${family}: ${layer}`,
    file: (pack, path) => `  Datei: ${pack} > ${path}`,
    upload: (who, when) =>
      who === null || when === null
        ? '  Upload: nicht mehr aufgeführt'
        : `  hochgeladen: ${formatDate(when)} von ${who}`,
    hash: (sha256) => `  SHA-256: ${sha256}`,
    nothing: 'Hier ist nichts gezeichnet.',
  },
};

/** German for staticImages.ts. */
import { FOLDER_RULES } from '../../../engine/staticFolders.ts';
import type { Texts } from '../language.ts';
import type * as english from '../staticImages.ts';

export const staticTexts: Texts<typeof english.staticTexts> = {
  title: 'Statische Bilder testen',
  loadingCriteria: 'Die Suchkriterien werden geladen',

  type: 'Typ',
  types: { colors: 'Farben', trims: 'Ausstattungen', features: 'Merkmale', co2: 'CO2', dimensions: 'Maße' },
  mode: 'Suchmodus',
  modes: { implicit: 'Implizit', explicit: 'Explizit' },
  showImages: 'Bilder anzeigen',
  fields: {
    brand: 'Marke',
    model: 'Modell',
    majorMinor: 'Major/Minor-Kennung',
    bodyStyle: 'Karosserieform',
  },
  correctFirst: (fields) => `Korrigieren Sie zuerst ${fields.join(' und ')}.`,

  signs: (field) =>
    field === 'brand' || field === 'model'
      ? 'Buchstaben, Ziffern, - _ . & und Leerzeichen, keines davon am Anfang oder Ende'
      : 'Großbuchstaben und Ziffern',
  length: (field) => {
    const [least, most] = FOLDER_RULES[field].length;
    return least === most ? `Genau ${least} Zeichen` : `${least} bis ${most} Zeichen`;
  },

  submit: 'Suchen',
  pdf: 'PDF',
  creatingPdf: 'Das PDF wird erstellt',
  pdfUnderWay: 'Das PDF wird erstellt.',
  exportToExcel: 'Nach Excel exportieren',
  loading: 'Wird geladen …',
  noRows: 'Es gibt keine Zeilen zum Exportieren. Starten Sie zuerst eine Suche.',
  exportFailed: (reason) => `Export fehlgeschlagen: ${reason}`,

  table: 'Statische Bilder',
  columns: { name: 'Bildname', link: 'Verzeichnis / Link', picture: 'Bild' },
  filter: 'Text aus einer beliebigen Spalte eingeben',
  nothingFound: (text) =>
    text === '' ? 'Keine Daten gefunden' : `Keine Daten gefunden, oder kein Eintrag passt zum Filter „${text}“`,
};

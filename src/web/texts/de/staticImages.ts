/** German for staticImages.ts. */
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
    majorMinor: 'Major- und Minor-Kennzeichen',
    bodyStyle: 'Karosserieform',
  },
  correctFirst: (fields) => `Korrigieren Sie zuerst ${fields.join(' und ')}.`,

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
  nothingFound: (text) => `Keine Daten gefunden, oder kein Eintrag passt zum Filter „${text}“`,
};

/** German for contactSheet.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type * as english from '../contactSheet.ts';
import type { Texts } from '../language.ts';

export const sheetTexts: Texts<typeof english.sheetTexts> = {
  title: 'Kontaktbogen',
  submit: 'Anzeigen',
  chooseFirst: 'Wählen Sie ein Bildset, um alle seine Farben aus allen Blickwinkeln zu sehen.',
  thenSubmit: 'Drücken Sie auf „Anzeigen“, um jede Farbe aus jedem Blickwinkel zu sehen.',
  loading: 'Die Merkmale werden geladen',
  noFeatures: 'Diese Version hat keine Merkmale für Zeilen. Laden Sie das Meta-Paket hoch.',

  rows: 'Zeilen',
  colours: 'Farben',
  trims: 'Ausstattungen',
  versions: 'Versionen',
  standardOptions: 'Standardoptionen',
  asFirst: 'wie in der ersten Zeile',
  showMore: (shown, all) => `Mehr anzeigen (${formatNumber(shown)} von ${formatNumber(all)})`,
  family: (title, id) => `${title} (${id})`,
  size: (rows, angles) => `${counted(rows, 'Zeile', 'Zeilen')}, ${counted(angles, 'Blickwinkel', 'Blickwinkel')}`,
  fetching: (fetched, all) => ` – ${formatNumber(fetched)} von ${formatNumber(all)} werden für den Druck geladen`,
  paper: 'Papier',
  print: 'Drucken',

  withOptions: (ids) => `mit ${ids.join(', ')}`,
};

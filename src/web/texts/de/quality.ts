/** German for quality.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../quality.ts';

export const qualityTexts: Texts<typeof english.qualityTexts> = {
  title: (disId) => `Qualitätsbericht von ${disId}`,
  creating: 'Der Bericht wird erstellt',
  creatingNote: 'Der Bericht über den aktuellen Inhalt wird erstellt.',
  withheld: (errors, warnings, why) =>
    `${counted(errors, 'Fehler', 'Fehler')}, ${counted(warnings, 'Warnung', 'Warnungen')}. ${why}`,
  created: (date, versions) =>
    `Erstellt ${date}. Umfasst jede zulässige Konfiguration von ${counted(versions, 'Version', 'Versionen')}.`,
  none: 'Keine Befunde: bewiesen, nicht nur stichprobenweise geprüft.',
  noMatch: 'Kein Befund passt zu den Filtern',

  severity: 'Schwere',
  all: (findings) => `Alle ${formatNumber(findings)}`,
  errors: (findings) => `Fehler ${formatNumber(findings)}`,
  warnings: (findings) => `Warnungen ${formatNumber(findings)}`,
  error: 'Fehler',
  warning: 'Warnung',
  filter: 'Befunde filtern',

  angles: (angles) => `Blickwinkel ${angles.join(' ')}`,
  enlargeShort: 'Vergrößern',
  enlarge: (message) => `Vergrößern, Bilder zu: ${message}`,
  showSet: 'Das Bildset zeigen',
  showVersion: (version, features) => `${version} zeigen mit ${features.join(' ') || 'keiner Auswahl'}`,
};

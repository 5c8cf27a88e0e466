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
  kinds: {
    'configuration-without-layer': 'Konfigurationen ohne Ebene',
    'standard-missing': 'Pflichtfamilien ohne Standardoption',
    'family-contradicted': 'Merkmale in einer Familie, der ihr Code widerspricht',
    'layer-without-picture': 'Ebenen ohne Bilder',
    'canvas-differs': 'Bilder in anderer Größe',
    'angle-without-pictures': 'Blickwinkel ohne Bilder',
    'resolution-without-pictures': 'Auflösungen ohne Bilder',
    'profile-missing': 'Ansichten ohne Asset-Profil',
    'picture-without-layer': 'Bilder, zu denen keine Ebene gehört',
    'picture-outside-profile': 'Bilder, die im Asset-Profil fehlen',
    'layer-never-chosen': 'Ebenen, die keine Regel wählen kann',
    'rule-hidden': 'Regeln, die eine frühere verdeckt',
    'rule-never-holds': 'Regeln, die nie gelten',
    'unknown-feature': 'Unbekannte Merkmale in Bedingungen',
    'version-elsewhere': 'Versionen, die zu einem anderen Bildset gehören',
    'not-proven': 'In den erlaubten Schritten nicht bewiesen',
  },

  angles: (angles) => `Blickwinkel ${angles.join(' ')}`,
  enlargeShort: 'Vergrößern',
  enlarge: (message) => `Vergrößern, Bilder zu: ${message}`,
  showSet: 'Das Bildset zeigen',
  showVersion: (version, features) => `${version} zeigen mit ${features.join(' ') || 'keiner Auswahl'}`,
};

/** German for testScreens.ts. */
import { AREA_NAMES } from '../../../contract/index.ts';
import { counted } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../testScreens.ts';

export const testTexts: Texts<typeof english.testTexts> = {
  validate: {
    title: 'Vollständigkeit des dynamischen Bildsets prüfen',
    submit: 'Prüfen',
    chooseFirst: 'Wählen Sie ein Bildset, um zu sehen, woraus es besteht.',
    thenSubmit: 'Drücken Sie auf „Prüfen“, um die Bilder und die Ebenen zu sehen.',
  },
  options: {
    title: 'Zuordnungsregeln testen',
    submit: 'Testen',
    chooseFirst: 'Wählen Sie ein Bildset und eine Version, um ihre Optionen auszuprobieren.',
    thenSubmit: 'Wählen Sie eine Version, und drücken Sie dann auf „Testen“.',
    withVersion: 'Drücken Sie auf „Testen“, um die Bilder und die Optionen zu sehen.',
  },

  cars: 'Bildsets',
  moreCars: (count) => `${counted(count, 'weiteres Bildset', 'weitere Bildsets')}: Suchen Sie im Feld oben.`,

  links: {
    options: 'Zuordnungsregeln',
    compare: 'Vergleichen',
    sheet: 'Kontaktbogen',
    set: 'Seite des Bildsets',
    quality: 'Qualitätsbericht',
  },

  form: {
    setId: 'Dynamisches Bildset eingeben',
    hiddenSet: (disId) => `${disId} - verborgen`,
    hiddenSetNote: (until, reason) => `Nur Administratoren sehen dieses Bildset: ${until}. ${reason}`,
    noSetMatches: 'Kein passendes Bildset',
    reset: 'Zurücksetzen',
    fold: 'Auswahl der Ansicht einklappen',
    angleCount: (count) => `${count} Blickwinkel`,
    keepOptions: 'Meine Optionen behalten',
    keepLayers: 'Meine Ebenen behalten',
    keepHint: 'Eine andere Version beginnt sonst von vorn. Hiermit behält sie Ihre Auswahl und nennt, was nicht passt.',
    version: 'Version wählen',
    versionOption: (id, label) => `${id} - ${label}`,
    noVersionMatches: 'Keine passende Version',
    previousVersion: 'Vorige Version',
    nextVersion: 'Nächste Version',
    firstVersion: 'Keine Version vor dieser',
    lastVersion: 'Keine Version nach dieser',
    viewport: 'Ansicht wählen',
    exterior: 'außen',
    interior: 'innen',
    model: 'Modell wählen',
    lhd: 'LHD',
    rhd: 'RHD',
    resolution: 'Auflösung wählen',
    resolutionOption: (name, width, height) => `${name} (${width} × ${height})`,
    angles: 'Blickwinkel wählen',
    angleLimit: (most) => `Höchstens ${most} auf einmal`,
    insufficientData: (disId) => `Für die Außen- oder Innenansicht von ${disId} wurden nicht genug Daten hochgeladen`,
  },

  missing: {
    view: 'Keine Ansicht dieses Bildsets ist gültig.',
    version: 'Wählen Sie zuerst eine Version.',
    resolution: 'Diese Ansicht hat keine Auflösung.',
    loading: 'Wird geladen …',
  },
  unknownSet: (area, disId) => `${area} hat kein Bildset ${disId}.`,
  unknownVersion: (area, disId, version) =>
    `In ${area} hat ${disId} keine Version ${version}. Wählen Sie eine andere oder einen anderen Bereich.`,
  chooseAnother: (problem) => `${problem} Wählen Sie ein anderes oder einen anderen Bereich.`,
  noSets:
    'Dieser Bereich hat noch keine Bildsets. Sie erscheinen hier, sobald ein Lieferpaket in diesem Bereich live ist.',

  targets: {
    extLayersSource: 'Quelle der Ebenen außen',
    extRulesSource: 'Quelle der Regeln außen',
    intLayersSource: 'Quelle der Ebenen innen',
    intRulesSource: 'Quelle der Regeln innen',
    extLayers: 'Ziel der Ebenen außen',
    extRules: 'Ziel der Regeln außen',
    intLayers: 'Ziel der Ebenen innen',
    intRules: 'Ziel der Regeln innen',
  },

  picture: {
    failed: (reason) => `Laden des Bildes fehlgeschlagen: ${reason}`,
  },

  tree: {
    find: 'Im Baum suchen',
    nothingFound: (text) => `Nichts enthält „${text}“.`,
    fold: 'Alle zuklappen',
    unfold: 'Alle aufklappen',
  },
  painted: {
    pictures: 'Bilder',
    done: (count, changes, layers = []) => {
      const pictures = `${count} ${count === 1 ? 'Bild' : 'Bilder'} gezeichnet`;
      const what = changes.length === 0 ? '' : `: ${changes.join('; ')}`;
      return `${pictures}${what}.${layers.length === 0 ? '' : ` Geänderte Ebenen: ${layers.join(', ')}.`}`;
    },
    change: (family, before = 'nichts', after = 'nichts') => `${family} ${after} statt ${before}`.trim(),
  },

  pictures: {
    layout: 'Anordnung der Bilder',
    grid: 'Raster',
    large: 'Eines groß',
    strip: 'Blickwinkel',
    whatIsHere: 'Was ist hier?',
    askHint: 'Klicken Sie auf einen Punkt eines Bildes.',
  },

  about: {
    set: (area, disId) => `${AREA_NAMES[area]}: ${disId}`,
    view: (viewport, model) => `Ansicht: ${viewport}, ${model}`,
    layers: (names) => `Ebenen: ${names.join(', ')}`,
    options: (version, chosen) => `Version: ${version}, Optionen: ${chosen.join(', ') || 'Standard'}`,
  },

  layers: {
    label: 'Ebenen',
    dropped: (ids) => `Diese Ansicht hat folgende Ebenen nicht, sie entfallen: ${ids.join(', ')}`,
    tree: 'Ebenen nach Familie',
    nothingSelected:
      'Nichts ist ausgewählt. Wählen Sie rechts Ebenen, oder wählen Sie eine Version, deren Ebenen dann vorgewählt sind.',
    none: 'Diese Ansicht hat keine Ebenen. Laden Sie das Meta-Paket hoch.',
  },

  features: {
    label: 'Merkmale',
    family: (label, id) => (label === '' || label === id ? id : `${label} · ${id}`),
    standardMark: 'Standard',
    dropped: (ids) => `Nicht mehr angeboten, daher entfallen: ${ids.join(', ')}`,
    none: 'keines',
    standard: (id, label) => `keines (${id}) ${label}`,
    why: 'Warum diese Ebenen?',
  },

  lastClick: {
    title: 'Durch den letzten Klick geändert',
    notYet: 'Noch wurde nichts angeklickt.',
    noLayers: 'Keine Ebene hat sich geändert.',
    nothing: 'nichts',
    became: 'wurde zu',
    option: (label, id) => (label === undefined || label === '' || label === id ? id : `${label} (${id})`),
  },

  why: {
    title: 'Warum diese Ebenen',
    loading: 'Die Erklärung wird geladen',
    effectiveOptions: (ids) => `Wirksame Optionen: ${ids.join(', ') || 'keine'}`,
    family: (family, layer) => `${family}: ${layer ?? 'nichts gezeichnet'}`,
    met: 'erfüllt',
    notMet: 'nicht erfüllt:',
    noPicture: 'Kein Bild für diesen Blickwinkel.',
  },
};

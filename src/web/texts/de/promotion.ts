/** German for promotion.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../promotion.ts';

export const promotionTexts: Texts<typeof english.promotionTexts> = {
  sets: 'Dynamische Bildsets',
  packs: 'Statische Bildpakete',
  noSets: 'Noch kein Bildset. Laden Sie ein Lieferpaket hoch.',
  noPacks: 'Noch kein statisches Paket. Laden Sie eines hoch.',
  noMatch: 'Kein Eintrag passt zu den Filtern',
  reset: 'Zurücksetzen',
  underWay: 'läuft …',
  underWayLabel: 'Läuft',

  status: {
    setsTitle: 'Status der dynamischen Bildsets',
    packsTitle: 'Status der statischen Bildpakete',
    set: 'Dynamisches Bildset',
    pack: 'Statisches Bildpaket',
    state: 'Status',
    upload: 'Upload',
    toPreProd: 'Letzte Freigabe für Pre-Prod',
    toProd: 'Letzte Freigabe für Prod',
    from: 'Vom',
    to: 'Bis',
    states: { LIVE: 'LIVE', READING: 'WIRD GELESEN', REFUSED: 'ABGELEHNT', UNUSED: 'UNBENUTZT' },
  },
  waiting: {
    label: 'Wartet auf Freigabe',
    all: (rows) => `Alle ${rows === undefined ? '…' : formatNumber(rows)}`,
    preprod: 'Wartet auf Pre-Prod',
    prod: 'Wartet auf Prod',
    nothing: 'In Prod',
    count: (state, rows) => `${state} ${rows === undefined ? '…' : formatNumber(rows)}`,
  },
  newerUpload: {
    refused: 'neuerer Upload abgelehnt',
    reading: 'neuerer Upload wird gelesen',
    uploadedAgain: (date) => `Erneut hochgeladen ${date}`,
  },

  promote: {
    setsTitle: 'Dynamische Bildsets freigeben',
    packsTitle: 'Statische Bildpakete freigeben',
    setsLegend: 'Von Bereich zu Bereich',
    packsLegend: 'Richtung',
    setDirections: {
      'embargo-preprod': 'Embargo nach Pre-Prod',
      'embargo-prod': 'Embargo nach Prod',
      'preprod-prod': 'Pre-Prod nach Prod',
    },
    packDirections: {
      'embargo-preprod': 'Embargo -> Pre-Prod',
      'embargo-prod': 'Embargo -> Prod',
    },
    setName: 'Dynamisches Bildset eingeben',
    packName: 'Statisches Bildpaket eingeben',
    set: 'Dynamisches Bildset',
    pack: 'Statisches Bildpaket',
    upload: 'Letzter Upload',
    toPreProd: 'Letzte Freigabe für Pre-Prod',
    toProd: 'Letzte Freigabe für Prod',
    all: 'Alles freigeben',
    meta: 'Meta freigeben',
    setsButton: 'Auswahl freigeben',
    packsButton: 'Freigeben',
    selectFirst: 'Wählen Sie zuerst Zeilen aus.',
    tooMany: (limit) => `Höchstens ${formatNumber(limit)} werden zusammen freigegeben. Wählen Sie weniger aus.`,
    notInSource: (area, disId) => `${area} hat kein ${disId}.`,
    notInTarget: (area, disId) => `${disId} ist nicht in ${area}. Geben Sie zuerst alles frei.`,
    status: 'Status',
    states: { notPromoted: 'nicht freigegeben', toPreProd: 'in Pre-Prod', toProd: 'in Prod' },
    from: 'Hochgeladen vom',
    to: 'Hochgeladen bis',
  },
  content: {
    notInEmbargo: (there) => ({ label: 'nicht in Embargo', title: `Es ist in ${there}, nicht in Embargo.` }),
    same: (here, there) => ({
      label: `wie ${there}`,
      title: `${here} zeigt genau, was ${there} zeigt.`,
    }),
    older: (here, there) => ({
      label: 'älter',
      title: `${there} wurde seither geändert; ${here} zeigt noch, was es vorher hatte.`,
    }),
    picturesOlder: (here, there) => ({
      label: 'Bilder älter',
      title: `${here} hat die Metadateien von ${there} und ältere Bilder.`,
    }),
    metaOlder: (here, there) => ({
      label: 'Meta älter',
      title: `${here} hat die Bilder von ${there} und ältere Metadateien.`,
    }),
    different: (here, there) => ({
      label: 'verschieden',
      title: `${here} wurde direkt geändert, im Dateibrowser oder durch Zurückrollen, und unterscheidet sich von ${there}.`,
    }),
    absent: (here) => ({ label: 'nicht da', title: `${here} hat es nicht.` }),
  },
  details: {
    loading: 'Die Pakete werden geladen',
    showQuality: 'Qualitätsbericht anzeigen',
    showPacks: (type) => `${type}-Pakete anzeigen`,
    packs: (type) => `${type}-Pakete`,
    showMeta: 'Metadateien anzeigen',
    meta: 'Metadateien',
    type: 'Typ',
    fileName: 'Dateiname',
    uploaded: 'Hochgeladen',
    pictures: 'Bilder',
    size: 'Größe',
    quality: 'Qualitätsbericht',
    qualityPage: 'Als Seite öffnen',
  },
  promoteDialog: {
    sets: (count) => `${formatNumber(count)} Bildsets`,
    packs: (count) => `${formatNumber(count)} statische Bildpakete`,
    each: 'jedem davon',
    title: (subject) => `${subject} freigeben`,
    metadataTitle: (subject) => `Metadaten von ${subject} freigeben`,
    confirm: (area) => `Für ${area} freigeben`,
    wholeSet: (target, source, names) =>
      `${target} zeigt danach genau, was ${source} jetzt von ${names} zeigt: Bilder, Ebenen, Regeln, Versionen und Merkmale.`,
    wholePack: (target, source, names) => `${target} zeigt danach genau, was ${source} jetzt von ${names} zeigt.`,
    metadata: (target, source, names) =>
      `${target} übernimmt Versionen, Merkmale, Ebenen und Regeln von ${names} aus ${source} und behält seine eigenen Bilder.`,
    compare: 'Die gezeichneten Bilder vorher und nachher vergleichen',
  },
};

const errorsText = (errors: number) => counted(errors, 'Fehler', 'Fehler');

export const qualityCountTexts: Texts<typeof english.qualityCountTexts> = {
  notChecked: 'Qualität noch nicht geprüft',
  counts: (errors, warnings) =>
    [errors > 0 && errorsText(errors), warnings > 0 && counted(warnings, 'Warnung', 'Warnungen')]
      .filter((part) => part !== false)
      .join(', '),
  title: (area) => `Qualitätsbericht in ${area}`,
  faultySet: (disId, errors) => `${disId} (${errorsText(errors)})`,
  faulty: (area, sets, names, faulty) =>
    sets === 1
      ? `Der Qualitätsbericht in ${area} hat Fehler: ${names}.`
      : `${formatNumber(faulty)} von ${formatNumber(sets)} Bildsets haben Fehler im Qualitätsbericht von ${area}: ${names}.`,
  unchecked: (making, sets) =>
    sets === 1
      ? 'Der Qualitätsbericht wird erstellt.'
      : `${formatNumber(making)} von ${formatNumber(sets)} sind noch nicht geprüft.`,
  open: 'Den Qualitätsbericht öffnen',
  holdBack: (sets) => (sets === 1 ? 'Auslassen' : `Diese ${formatNumber(sets)} auslassen`),
  reason: 'Grund für die Freigabe mit Fehlern (steht im Verlauf)',
  reasonMissing: 'Geben Sie an, warum diese Bildsets mit Fehlern nach Prod gehen.',
  loading: 'Die Qualitätsberichte werden geladen.',
  withErrors: 'nur mit Fehlern',
};

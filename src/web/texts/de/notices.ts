/** German for notices.ts. */
import { counted, formatNumber, someOf } from '../../ui/numbers.ts';
import type { Texts } from '../language.ts';
import type * as english from '../notices.ts';

export const PREFIXES: Texts<typeof english.PREFIXES> = {
  batchSummary: 'Laden der Aufträge fehlgeschlagen',
  versionCriteria: 'Laden der Suchkriterien fehlgeschlagen',
  pdf: 'Erstellen des PDF fehlgeschlagen',
  featuresPdf: 'Erstellen des PDF der Merkmale fehlgeschlagen',
  co2Images: 'Laden der CO2-Bilder fehlgeschlagen',
  staticImages: 'Laden der statischen Bilder fehlgeschlagen',
  caches: (area) => `Erneuern der Caches von ${area} fehlgeschlagen:`,
};

export const failing: Texts<typeof english.failing> = {
  upload: (fileName) => `Hochladen der Datei ${fileName}`,
  promote: (key, source, target) => `Freigabe von ${key} von ${source} für ${target}`,
  promoteMetadata: (disId, source, target) => `Freigabe der Metadaten von ${disId} von ${source} für ${target}`,
};

/** names that one notice lists */
const NAMES_SHOWN = 7;

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text}\n${detail}`);

const ACTION_NOUNS = { Copy: 'Kopieren', Rename: 'Umbenennen', Delete: 'Löschen' } as const;

export const treeFailures: Texts<typeof english.treeFailures> = {
  features: 'Laden der Merkmale fehlgeschlagen',
  standards: 'Laden der Standardoptionen fehlgeschlagen',
  reload: 'Erneutes Laden der Merkmale fehlgeschlagen',
};

export const notices: Texts<typeof english.notices> = {
  refusedNames: (problems) =>
    problems.length <= NAMES_SHOWN
      ? problems.join('\n')
      : [
          ...problems.slice(0, NAMES_SHOWN),
          `… und ${formatNumber(problems.length - NAMES_SHOWN)} weitere, neben „Durchsuchen“ aufgeführt.`,
        ].join('\n'),
  packIsLive: (fileName) => `${fileName} ist angekommen und wird gelesen.\nDas Paket ist jetzt in Embargo live.`,
  packRefused: (fileName, problems) =>
    `${fileName} wurde abgelehnt: ${counted(problems, 'Problem', 'Probleme')}. Nichts wurde geändert.`,
  cacheRefreshed: (area) => `Caches von ${area} erneuert`,
  fileDeleted: (fileName) => `${fileName} gelöscht.`,
  fileNotDeleted: (fileName, detail = '') => withDetail(`${fileName} konnte nicht gelöscht werden.`, detail),
  started: (action, disId) => `${ACTION_NOUNS[action]} von ${disId} begonnen.`,
  renamed: (disId) => `Umbenennen von ${disId} erledigt.`,
  failed: (action, disId, detail = '') => withDetail(`${ACTION_NOUNS[action]} von ${disId} fehlgeschlagen!`, detail),
  reprocessStarted: (disId) => `Aufbereitung des Asset-Profils ${disId} begonnen.`,
  reprocessFailed: (disId, detail) => withDetail(`Aufbereitung des Asset-Profils ${disId} fehlgeschlagen!`, detail),
  promotionCreated: (disId) => `Freigabe von ${disId} angefordert`,
  metadataPromoted: (disId) => `Metadaten von ${disId} freigegeben`,
  staticPromotionCreated: (fileName) => `Freigabe von ${fileName} angefordert`,
  brandForDimensions: 'Wählen Sie für Maße eine Marke',
  brandAndModel: 'PDF: Wählen Sie Marke und Modell',
};

export const manyTexts: Texts<typeof english.manyTexts> = {
  received: (names) => `${formatNumber(names.length)} Pakete sind angekommen und werden gelesen.`,
  live: (names) =>
    `${formatNumber(names.length)} Pakete sind angekommen und werden gelesen.\nSie sind jetzt in Embargo live.`,
  refused: (names) =>
    `${formatNumber(names.length)} Pakete wurden abgelehnt. Nichts aus ihnen wurde geändert:\n${someOf(names)}`,
  configs: (names) => `${formatNumber(names.length)} Konfigurationsdateien gelten jetzt.`,
  promotions: (names) => `${formatNumber(names.length)} Freigaben angefordert: ${someOf(names)}`,
  metadata: (names) => `Metadaten von ${formatNumber(names.length)} Bildsets freigegeben: ${someOf(names)}`,
  copies: (names) => `Kopieren von ${formatNumber(names.length)} Bildsets begonnen: ${someOf(names)}`,
  deletions: (names) => `Löschen von ${formatNumber(names.length)} Bildsets begonnen: ${someOf(names)}`,
  renames: (names) => `${formatNumber(names.length)} Bildsets umbenannt: ${someOf(names)}`,
  reprocessing: (names) => `Aufbereitung von ${formatNumber(names.length)} Asset-Profilen begonnen: ${someOf(names)}`,
};

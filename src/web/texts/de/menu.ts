/** German for menu.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../menu.ts';

export const menuTexts: Texts<typeof english.menuTexts> = {
  groups: {
    status: 'Status',
    logs: 'Protokoll',
    upload: 'Hochladen',
    promote: 'Freigeben',
    testDynamic: 'Dynamisch testen',
    testStatic: 'Statisch testen',
    administration: 'Verwaltung',
  },
  statusSets: ['Dynamische Bildsets', 'Wo jedes Bildset live ist, mit Paketen und Qualitätsbericht'],
  statusPacks: ['Statische Bildpakete', 'Wo jedes Paket live ist'],
  logs: ['Protokoll', 'Was geschehen ist, Zeile für Zeile'],
  upload: ['Hochladen', 'Lieferpakete als Zip-Dateien'],
  promoteSets: ['Dynamische Bildsets freigeben', 'Bildsets ansehen und freigeben'],
  promotePacks: ['Statische Bildpakete freigeben', 'Von Embargo nach Pre-Prod oder Prod'],
  validate: ['Vollständigkeit prüfen', 'Die Ebenen eines Bildsets und ihre Bilder'],
  options: ['Zuordnungsregeln testen', 'Optionen wählen und das Auto sehen'],
  mapping: ['LCDV-Zuordnung testen', 'Zu welchem Bildset ein Fahrzeugcode gehört'],
  compare: ['Vergleichen', 'Eine Konfiguration in zwei Bereichen'],
  sheet: ['Kontaktbogen', 'Alle Farben aus allen Blickwinkeln, zum Drucken'],
  testStatic: ['Statisch testen', 'Bilder von Optionen suchen, drucken und exportieren'],
  refreshCaches: ['Caches erneuern', 'Den Server alles neu lesen lassen'],
  globalConfigs: ['Globale Konfigurationen', 'XML-Dateien jedes Bereichs'],
  assetProfiles: ['Asset-Profile', 'Asset-Profile ansehen und Bildsets neu aufbereiten'],
  fileBrowser: ['Dateibrowser', 'Was gespeichert ist, Ordner für Ordner'],
  imageSets: ['Bildsets verwalten', 'Kopieren, umbenennen, löschen'],
  batchSummary: ['Aufträge', 'Aufträge und wie sie ausgegangen sind'],
  dynamicLogs: ['Protokoll der Bildsets', 'Protokollzeilen zu Bildsets und zur Zuordnung'],
  storage: ['Speicherplatz', 'Was Platz braucht und was wegkann'],
  users: ['Benutzer', 'Konten, Rollen, API-Tokens'],
  webhooks: ['Webhooks', 'Anderen Servern sagen, was geschieht'],
};

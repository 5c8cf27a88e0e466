/** German for failures.ts. What could not be done is a noun here, before "fehlgeschlagen". */
import { formatNumber } from '../../ui/numbers.ts';
import type * as english from '../failures.ts';
import type { Texts } from '../language.ts';

export const ACTIONS: Texts<typeof english.ACTIONS> = {
  'get credentials': 'Laden der Anmeldedaten',
  'get version': 'Laden der Version',
  'load log lines': 'Laden der Protokollzeilen',
  'load global configs': 'Laden der globalen Konfigurationen',
  'load file elements': 'Laden der Dateien',
  'load dis idss': 'Laden der Bildsets',
  'load asset profiles': 'Laden der Asset-Profile',
  'fetch features': 'Laden der Merkmale',
  'fetch standard options': 'Laden der Standardoptionen',
  'get features': 'Laden der Merkmale',
  'load target names': 'Laden der Zielnamen',
  'load versions': 'Laden der Versionen',
  'load available views': 'Laden der Blickwinkel',
  'load resolutions': 'Laden der Auflösungen',
  'load preselected layers': 'Laden der vorgewählten Ebenen',
  'load layers': 'Laden der Ebenen',
  'load image': 'Laden des Bildes',
  'load mapping': 'Laden der Zuordnung',
  'load status': 'Laden des Status',
  'get status': 'Laden des Status',
  'get static file info': 'Laden der statischen Dateien',
  'load static file info': 'Laden der statischen Dateien',
  'load packs': 'Laden der Pakete',
  'load the quality report': 'Laden des Qualitätsberichts',
  'load users': 'Laden der Benutzer',
  'load API tokens': 'Laden der API-Tokens',
  'load the storage': 'Laden des Speicherplatzes',
};

export const noticeTexts: Texts<typeof english.noticeTexts> = {
  otherUser: (username, previousUser) =>
    `Sie sind jetzt als ${username} angemeldet. Diese Seite gehörte ${previousUser} und wurde neu geladen.`,
  couldNot: (action, reason) => `${action} fehlgeschlagen: ${reason}`,
  request: 'Anfrage',
  copyRequest: 'Die Nummer der Anfrage kopieren',
  copied: 'Kopiert',
  region: 'Meldungen',
  dismiss: 'Schließen',
  dismissAll: 'Alle schließen',
  waiting: (count) => `${formatNumber(count)} weitere darunter`,
  showAll: (count) => `Alle ${formatNumber(count)} anzeigen`,
  showNewest: 'Nur die neueste anzeigen',
  showSet: 'Bildset anzeigen',
};

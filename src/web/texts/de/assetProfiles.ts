/** German for assetProfiles.ts. */
import type * as english from '../assetProfiles.ts';
import type { Texts } from '../language.ts';

export const profilesTexts: Texts<typeof english.profilesTexts> = {
  title: 'Asset-Profile verwalten',
  table: 'Asset-Profile',
  filter: 'Asset-Profile filtern',
  empty:
    'In Embargo hat noch kein Bildset ein Asset-Profil. Laden Sie ein Meta-Paket oder eine globale Datei asset_profile hoch.',
  disId: 'disId',
  path: 'Pfad',
  content: 'Inhalt der Datei',
  show: 'Anzeigen',
  reprocess: 'Neu aufbereiten',
  alreadyUnderWay: 'Eine Aufbereitung läuft. Wenn sie fertig ist, können Sie eine weitere starten.',
  last: 'Letzte Aufbereitung',
  waiting: 'wartet',
  underWay: (progress) => `läuft${progress === null ? '' : ` ${progress} %`}`,
  done: 'fertig',
  failed: 'fehlgeschlagen',
};

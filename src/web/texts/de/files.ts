/** German for files.ts. */
import { counted } from '../../ui/numbers.ts';
import type * as english from '../files.ts';
import type { Texts } from '../language.ts';

export const fileTexts: Texts<typeof english.fileTexts> = {
  title: 'Dateibrowser',
  up: 'Nach oben',
  path: 'Pfad',
  loading: 'Wird geladen',
  table: 'Dateien',
  filter: 'Diesen Ordner filtern',
  empty: 'Dieser Ordner ist leer.',
  columns: { type: 'Typ', name: 'Name', modified: 'Zuletzt geändert' },
  folder: 'Ordner',
  file: 'Datei',
  actions: (name) => `Aktionen für ${name}`,

  show: 'Anzeigen',
  download: 'Herunterladen',
  downloading: (name) => `Herunterladen von ${name}`,
  history: 'Verlauf',
  delete: 'Löschen',
  tooLarge: (size) => `Der Text ist größer als ${size}. Laden Sie ihn stattdessen herunter.`,
  deleted: {
    before: (name, key) => `${name} von ${key} wurde gelöscht. Hier können Sie die Datei wiederherstellen:`,
    link: 'Verlauf',
    after: '',
  },

  content: 'Inhalt der Datei',
  loadingFile: 'Die Datei wird geladen',
  loadFile: 'Laden der Datei',
};

const WITHOUT_CONFIG: typeof fileDeletionTexts.withoutConfig = {
  asset_profile: 'Bildsets ohne eigenes Profil, die dieses verwenden, verlieren ihre Blickwinkel und Auflösungen.',
  oneLayer_redirect: 'Bildsets, die sie umleitet, zeigen wieder ihre eigenen Ebenen und Regeln.',
  country_list: 'Aufrufe dürfen die Länder, die nur sie aufführt, nicht mehr nennen.',
  rhd_group_of_countries: 'Ihre Länder erhalten Bilder von Linkslenkern.',
  brand_group_of_countries: 'Regeln für Standardländer finden ihre Gruppen nicht mehr.',
  default_country_rules: 'Versionen, die in einem Land nicht verkauft werden, haben kein Standardland mehr.',
  version_country_mapping: 'Versionen, die sie auf Länder beschränkt, werden überall verkauft.',
  visibility_configuration: 'Bildsets, die sie verbirgt, werden sofort angezeigt.',
};

export const fileDeletionTexts: Texts<typeof english.fileDeletionTexts> = {
  title: 'Datei löschen',
  confirm: 'Ja',
  question: (path) => `Möchten Sie ${path} löschen?`,
  checking: 'Es wird geprüft, was sich ändert',
  checkingFirst: 'Es wird geprüft, was sich ändert …',
  check: 'Prüfen der Änderungen',
  notKnown: 'Es ist nicht bekannt, was sich ändert.',

  fixed: 'Dieser Ordner gehört fest zum Baum und kann nicht gelöscht werden.',
  besidePack: 'Kein Bereich ändert sich: Das Paket, das unter diesem Namen live ist, bleibt.',
  unusedPack: 'Kein Bereich zeigt etwas aus diesem Paket: Kein Bereich ändert sich.',
  pack: 'Der Upload verschwindet endgültig aus der Liste, mit den Problemen, die in ihm gefunden wurden. Zu Ständen im Verlauf, die ihn enthalten, können Sie weiterhin zurückrollen.',
  config: (fileName, area, sets) =>
    `${fileName} gilt in ${area} nicht mehr; das betrifft ${counted(sets, 'Bildset', 'Bildsets')}. Andere Bereiche ändern sich nicht.`,
  withoutConfig: WITHOUT_CONFIG,
  configHistory: 'Der Verlauf bewahrt sie auf: Unter „Globale Konfigurationen“ können Sie sie wiederherstellen.',

  kinds: { dis: 'Bildset', static: 'statische Paket' },
  removed: (kind, key, files, area) =>
    `Das ${kind} ${key} (${counted(files, 'Datei', 'Dateien')}) verschwindet aus ${area}.`,
  removedWithRest: (kind, key, files, area) =>
    `Das ${kind} ${key} (${counted(files, 'Datei', 'Dateien')}) verschwindet aus ${area}: Nichts davon bleibt übrig.`,
  changed: (kind, key, files, area) =>
    `Das ${kind} ${key} erhält in ${area} einen neuen Stand, ohne ${counted(files, 'Datei', 'Dateien')}.`,
  inNoOtherArea: (key) => `Kein anderer Bereich hat ${key}.`,
  keptIn: (areas, key) => `${areas.join(' und ')} ${areas.length > 1 ? 'behalten' : 'behält'} ${key} unverändert.`,
  redirected: (area, sets) => `Bildsets, die in ${area} dorthin umgeleitet werden, ändern sich mit: ${sets}.`,
  history: 'Der bisherige Stand bleibt im Verlauf: Sie können zu ihm zurückrollen.',
};

/** German for imageSets.ts. */
import { counted } from '../../ui/numbers.ts';
import type * as english from '../imageSets.ts';
import type { Texts } from '../language.ts';

export const setTexts: Texts<typeof english.setTexts> = {
  title: 'Bildsets verwalten',
  table: 'Bildsets',
  filter: 'Bildsets filtern',
  empty: 'Noch kein Bildset. Laden Sie ein Lieferpaket hoch.',
  disId: 'disId',
  actions: { Copy: 'Kopieren', Rename: 'Umbenennen', Delete: 'Löschen' },
  underWay: { Copy: 'Wird kopiert …', Rename: 'Wird umbenannt …', Delete: 'Wird gelöscht …' },
  notInEmbargo: (disId) => `Nur Bildsets in Embargo können kopiert werden. Dort gibt es kein ${disId}.`,
  deleted: (disId) => `Es gibt kein Bildset ${disId}. Wenn es eines gab, steht es im Verlauf:`,

  copy: {
    title: (disId) => `Bildset ${disId} kopieren`,
    note: (disId) =>
      `Embargo erhält ein weiteres Bildset mit dem Inhalt, den es jetzt von ${disId} zeigt. Pre-Prod und Prod ändern sich nicht.`,
  },
  rename: {
    title: (disId) => `Bildset ${disId} umbenennen`,
    where: 'Wo',
    inAreas: (areas) => `In ${areas}`,
    inEmbargoOnly: 'Nur in Embargo',
    note: (disId, areas, several) =>
      `${disId} erhält den neuen Namen in ${areas}${several ? ', in allen zugleich' : ''}. Inhalt und Daten bleiben.`,
    embargoNote: (disId, others, several) =>
      `${disId} erhält den neuen Namen in Embargo. ${others} ${several ? 'behalten' : 'behält'} es unter dem alten Namen.`,
    later: (disId) =>
      `Ein Paket, das später für ${disId} geliefert wird, legt ${disId} wieder an. Globale Konfigurationen, die es nennen, ändern sich nicht.`,
  },
  target: 'Neuer Name',
  targetForm: '16 Zeichen: A-Z, 0-9 oder x für ein beliebiges Zeichen',
  anotherName: 'Geben Sie einen anderen Namen ein.',
  typeSetId: 'Geben Sie eine disId ein.',

  delete: {
    title: (disId) => `Bildset ${disId} löschen`,
    warning: 'Warnung: Das kann nicht rückgängig gemacht werden',
    checking: 'Es wird geprüft, was gelöscht wird',
    checkingFirst: 'Es wird geprüft, was gelöscht wird …',
    check: 'Prüfen der Löschung',
    notKnown: 'Es ist nicht bekannt, was gelöscht wird.',
    areas: (disId, areas) => `${disId} verschwindet aus ${areas}:`,
    loss: (area, { pictures, metaFiles, packs }) =>
      `${area}: ${counted(pictures, 'Bild', 'Bilder')} und ${counted(metaFiles, 'Metadatei', 'Metadateien')} aus ${counted(packs, 'Paket', 'Paketen')}.`,
    redirected: (sets) => ` Bildsets, die dorthin umgeleitet werden, ändern sich mit: ${sets}.`,
    history: (disId) =>
      `Der Verlauf bewahrt auf, was jeder Bereich zeigte. Um es wiederherzustellen, geben Sie ${disId} in den Filter dieser Liste ein, öffnen den Verlauf und rollen jeden Bereich zurück.`,
  },
};

/** German for home.ts. */
import { counted, formatNumber } from '../../ui/numbers.ts';
import type * as english from '../home.ts';
import type { Texts } from '../language.ts';

/** @param more there are more than were counted */
const number = (count: number, more: boolean) => (more ? `mehr als ${formatNumber(count)}` : formatNumber(count));

export const homeTexts: Texts<typeof english.homeTexts> = {
  loading: 'Die Übersicht wird geladen',
  load: 'Laden der Übersicht',
  trouble: {
    title: 'Handlungsbedarf',
    failedJobs: (count, more) => `Fehlgeschlagene Aufträge: ${number(count, more)}`,
    refusedPacks: (count, more) => `Abgelehnte Pakete: ${number(count, more)}`,
    disk: (free, reserve) => `${free} sind frei. Unter ${reserve} werden Uploads abgelehnt.`,
    showWhy: 'Grund anzeigen',
    showWhyOf: (job) => `Grund anzeigen: ${job}`,
    by: (who) => `, hochgeladen von ${who}`,
  },
  packs: {
    title: 'Ihre Pakete',
    refused: (count, more) => `Abgelehnt: ${number(count, more)}`,
    reading: (count, more) => `Wird gelesen: ${number(count, more)}`,
    live: 'Live',
    problems: (count) => counted(count, 'Problem', 'Probleme'),
  },
  promotion: {
    title: 'Wartet auf Freigabe',
    count: (area, count) => `${area}: ${counted(count, 'Bildset', 'Bildsets')}`,
  },
  sets: {
    title: (area) => `Neu und geändert in ${area}`,
    none: (area) => `${area} hat noch keine Autos. Sie erscheinen hier als Bilder.`,
    unchanged: (date) => `Nichts seit Ihrem letzten Besuch am ${date}.`,
    since: (date, count, more) =>
      `${more ? 'Mehr als ' : ''}${counted(count, 'Bildset', 'Bildsets')} seit Ihrem letzten Besuch, ${date}`,
  },
  steps: {
    title: 'Erste Schritte',
    note: 'Auf diesem Server wurde noch nichts freigegeben. Diese Schritte bringen das erste Auto nach Pre-Prod.',
    done: 'erledigt',
    sample: {
      title: 'Beispiele laden',
      note: 'Zwei kleine Autos zum Ausprobieren: wie Pakete hochgeladen, geprüft und in Embargo gezeigt werden.',
      action: 'Laden der Beispielautos',
      missing: 'Dieser Server hat keine. Bauen Sie die Web-App mit „npm run build“.',
      look: 'Autos ansehen',
      doneNote: 'In Embargo sind Autos live: Wählen Sie Optionen und sehen Sie sie an.',
    },
    configurations: {
      title: 'Konfigurationen',
      note: 'Länder, Profile und Umleitungen eines Bereichs. Optional.',
    },
    metaPack: { title: 'Meta-Paket', note: 'Versionen, Merkmale, Ebenen und Regeln eines Autos: meta-….zip.' },
    pictures: { title: 'Bilder', note: 'Die Ebenen des Autos: image-ext-….zip und image-int-….zip.' },
    users: { title: 'Benutzer', note: 'Konten für alle, die hochladen und testen.' },
    promote: { title: 'Freigeben', note: 'Das Auto den Testern in Pre-Prod zeigen.' },
  },
};

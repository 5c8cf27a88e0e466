/** German for newVersion.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../newVersion.ts';

export const newVersionTexts: Texts<typeof english.newVersionTexts> = {
  failed: 'Diese Seite kann nicht angezeigt werden',
  updated: {
    heading: 'Es gibt eine neue Version von Lacquer',
    explanation: 'Laden Sie die Seite neu, um sie zu öffnen.',
  },
  missing: {
    heading: 'Diese Seite konnte nicht geladen werden',
    explanation:
      'Ihre Datei fehlt auf dem Server. Wenn es nicht hilft, die Seite neu zu laden, wenden Sie sich an Ihren Administrator.',
  },
  uploads: 'Es werden gerade Dateien hochgeladen. Warten Sie, bis sie übertragen sind: Neuladen bricht das ab.',
  reload: 'Seite neu laden',
  reason: 'Es gibt eine neue Version von Lacquer. Laden Sie die Seite neu, um fortzufahren.',
  reloading: 'Die neue Version wird geladen',
  reloaded: 'Lacquer wurde aktualisiert. Die Seite wurde neu geladen, um sie zu öffnen.',
};

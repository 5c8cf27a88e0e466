/** German for refreshCaches.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../refreshCaches.ts';

export const cachesTexts: Texts<typeof english.cachesTexts> = {
  title: 'Caches erneuern',
  note: 'Bilder und Bildsets liegen im Arbeitsspeicher und sind immer aktuell. Beim Erneuern liest der Server sie neu aus dem Speicher: Nichts geht verloren, die nächsten Bilder dauern einen Moment länger.',
  refresh: {
    embargo: 'Caches von Embargo erneuern',
    preprod: 'Caches von Pre-Prod erneuern',
    prod: 'Caches von Prod erneuern',
  },
};

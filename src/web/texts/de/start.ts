/** German for start.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../start.ts';

export const startTexts: Texts<typeof english.startTexts> = {
  welcome: (username) => `Willkommen, ${username}`,
  areas: 'Ihre Bereiche',
  screens: 'Seiten',
  noArea: 'Sie haben keinen Testbereich. Ein Administrator kann Ihnen eine Testrolle geben.',
  noAreaNeeded: 'Sie haben keinen Testbereich. Zum Hochladen und Freigeben brauchen Sie keinen.',
  status: (entry) => `Status: ${entry}`,
};

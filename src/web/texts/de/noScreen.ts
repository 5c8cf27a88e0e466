/** German for noScreen.ts. */
import type { Texts } from '../language.ts';
import type * as english from '../noScreen.ts';

export const noScreenTexts: Texts<typeof english.noScreenTexts> = {
  toStart: 'Zur Startseite',
  forbidden: {
    title: 'Sie haben keinen Zugriff auf diese Seite',
    text: 'Ein Administrator kann Ihnen die nötige Rolle geben.',
  },
  notFound: {
    title: 'Unter dieser Adresse gibt es keine Seite',
    text: 'Die Adresse ist vielleicht falsch geschrieben, oder der Link stammt aus einer anderen Version von Lacquer.',
  },
};

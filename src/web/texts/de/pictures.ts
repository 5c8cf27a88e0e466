/** German texts of painted pictures. */
import type { Texts } from '../language.ts';
import type * as english from '../pictures.ts';

const NAMES = { exterior: 'Außen', interior: 'Innen' } as const;

export const pictureTexts: Texts<typeof english.pictureTexts> = {
  alt: (viewport, angle, shows) => {
    const words = shows.filter((word) => word !== '').join(', ');
    return `${NAMES[viewport]} ${angle}${words === '' ? '' : `: ${words}`}`;
  },
};

/**
 * Alternative texts and tooltips of painted pictures.
 *
 *   pictureTexts
 */
const NAMES = { exterior: 'Exterior', interior: 'Interior' } as const;

export const pictureTexts = {
  /** `Exterior 001: 208, Elixir Red`. @param shows the car, then what was chosen; empty words are left out */
  alt: (viewport: 'exterior' | 'interior', angle: string, shows: readonly string[]) => {
    const words = shows.filter((word) => word !== '').join(', ');
    return `${NAMES[viewport]} ${angle}${words === '' ? '' : `: ${words}`}`;
  },
};

/**
 * The background of transparent pictures in the viewer; the browser remembers the choice.
 *
 *   Background, BACKGROUNDS
 *   useBackground
 *   colourOf         the style of a background
 */
import { useState } from 'react';
import type { Area } from '../../contract/index.ts';
import { checkerboard } from '../app/theme.ts';

export type Background = 'checker' | 'light' | 'dark' | 'area';
export const BACKGROUNDS: readonly Background[] = ['checker', 'light', 'dark', 'area'];

const KEY = 'lacquer-picture-background';
const stored = (): Background => BACKGROUNDS.find((one) => one === localStorage.getItem(KEY)) ?? 'checker';

export function useBackground(): [Background, (next: Background) => void] {
  const [background, setBackground] = useState(stored);
  return [
    background,
    (next) => {
      localStorage.setItem(KEY, next);
      setBackground(next);
    },
  ];
}

const CHECKER = checkerboard(24);

export const colourOf = (background: Background, area: Area | undefined) =>
  ({
    checker: { background: CHECKER },
    light: { bgcolor: '#ffffff' },
    dark: { bgcolor: '#15191c' },
    area: { bgcolor: area ? `${area}.main` : 'background.default' },
  })[background];

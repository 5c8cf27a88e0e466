/**
 * Two states of a car in one place: a press swaps them. They may blink, until a press stops that at what it shows.
 *
 *   SwappedCars
 */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useState } from 'react';
import type { ViewedPicture } from '../../pictures/viewerPicture.ts';
import { diffTexts, paintedTexts as texts } from '../../texts/history.ts';
import { PaintedCar } from './PaintedCar.tsx';

/** Long enough to look at a place, short enough to remember it; far from what can harm (three flashes in a second). */
const BLINK_MS = 700;

interface SwappedCar {
  readonly name: 'before' | 'after';
  readonly picture: ViewedPicture;
  /** width by height */
  readonly ratio: number;
}

export function SwappedCars({
  cars,
  width,
  blinks,
  onStop,
}: {
  cars: readonly SwappedCar[];
  /** CSS pixels, at most */
  width: number;
  blinks: boolean;
  /** the user has stopped the blinking */
  onStop: () => void;
}) {
  const [shown, setShown] = useState<SwappedCar['name']>('after');
  useEffect(() => {
    if (!blinks) return undefined;
    const timer = setInterval(() => setShown(other), BLINK_MS);
    return () => clearInterval(timer);
  }, [blinks]);
  const press = () => (blinks ? onStop() : setShown(other));
  const label = blinks
    ? texts.stopBlinking
    : `${shown === 'before' ? diffTexts.showAfter : diffTexts.showBefore}: ${diffTexts[shown]}`;
  return (
    <ButtonBase
      onClick={press}
      aria-label={label}
      sx={{ display: 'block', width: '100%', maxWidth: width, position: 'relative', textAlign: 'left' }}
    >
      {cars.map(({ name, picture, ratio }) => (
        <Box
          key={name}
          component="span"
          sx={name === shown ? { display: 'block' } : { position: 'absolute', inset: 0, visibility: 'hidden' }}
        >
          <PaintedCar
            picture={picture}
            caption={(blinks ? texts.blinkHint : texts.swapHint)(diffTexts[name])}
            ratio={ratio}
          />
        </Box>
      ))}
    </ButtonBase>
  );
}

const other = (name: SwappedCar['name']): SwappedCar['name'] => (name === 'after' ? 'before' : 'after');

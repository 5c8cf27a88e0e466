/**
 * A set as a tile: its thumbnail large, its id, and its model words.
 *
 *   CarTile      links to the page of the set
 *   CarChoice    chooses the set for the current screen
 */
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { carTexts } from '../texts/cars.ts';
import { SetLink } from '../ui/SetLink.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import type { Car } from './useCars.ts';

/** pixels */
const WIDTH = 160;
const HEIGHT = 90;

export function CarTile({ car }: { car: Car }) {
  return (
    <Box component="li" sx={{ listStyle: 'none', width: WIDTH, minWidth: 0 }}>
      <Thumbnail car={car} width={WIDTH} height={HEIGHT} />
      <Name>
        <SetLink disId={car.disId} />
      </Name>
      <Words car={car} />
    </Box>
  );
}

export function CarChoice({ car, onChoose }: { car: Car; onChoose: () => void }) {
  return (
    <Box component="li" sx={{ listStyle: 'none', width: WIDTH, minWidth: 0 }}>
      <ButtonBase
        onClick={onChoose}
        sx={{
          display: 'block',
          width: '100%',
          textAlign: 'left',
          borderRadius: 1,
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <Thumbnail car={car} width={WIDTH} height={HEIGHT} />
        <Name>{car.disId}</Name>
        <Words car={car} />
      </ButtonBase>
    </Box>
  );
}

const Name = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" component="div" sx={{ fontWeight: 600, mt: 0.5, overflowWrap: 'anywhere' }}>
    {children}
  </Typography>
);

const Words = ({ car }: { car: Car }) => (
  <Typography variant="caption" color="textSecondary" noWrap component="div">
    {carTexts.words(car.model, car.versions)}
  </Typography>
);

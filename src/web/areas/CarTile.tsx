/** A set as a tile: its thumbnail large, its id, and its model words. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { carTexts } from '../texts/cars.ts';
import { SetLink } from '../ui/SetLink.tsx';
import { type Car, Thumbnail } from './cars.tsx';

/** pixels */
const WIDTH = 160;
const HEIGHT = 90;

export function CarTile({ car }: { car: Car }) {
  return (
    <Box component="li" sx={{ listStyle: 'none', width: WIDTH, minWidth: 0 }}>
      <Thumbnail car={car} width={WIDTH} height={HEIGHT} />
      <Typography variant="body2" sx={{ fontWeight: 600, mt: 0.5 }}>
        <SetLink disId={car.disId} />
      </Typography>
      <Typography variant="caption" color="text.secondary" noWrap component="p">
        {carTexts.words(car.model, car.versions)}
      </Typography>
    </Box>
  );
}

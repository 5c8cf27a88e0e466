/** An area as a chip in its colour, always with its word. */
import Chip from '@mui/material/Chip';
import { AREA_NAMES, type Area } from '../../contract/index.ts';

export function AreaChip({ area }: { area: Area }) {
  return (
    <Chip
      size="small"
      label={AREA_NAMES[area]}
      sx={{ bgcolor: `${area}.main`, color: `${area}.contrastText`, fontWeight: 600 }}
    />
  );
}

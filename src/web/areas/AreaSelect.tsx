/** Chooses an area; offers only those that the person may look at. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Area } from '../../contract/index.ts';
import { AREA_NAMES } from './areas.ts';

export function AreaSelect({
  label = 'Test area',
  value,
  areas,
  onChange,
}: {
  label?: string;
  value: Area;
  areas: readonly Area[];
  onChange: (area: Area) => void;
}) {
  return (
    <TextField
      select
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': label } } }}
      value={value}
      onChange={(event) => onChange(event.target.value as Area)}
      sx={{ minWidth: 150, '& .MuiOutlinedInput-notchedOutline': { borderColor: `${value}.main`, borderWidth: 2 } }}
    >
      {areas.map((area) => (
        <MenuItem key={area} value={area}>
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <Box component="span" sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: `${area}.main` }} />
            {AREA_NAMES[area]}
          </Box>
        </MenuItem>
      ))}
    </TextField>
  );
}

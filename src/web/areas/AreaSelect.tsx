/** Chooses the test area among those that the user may see. */
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Area } from '../../contract/index.ts';
import { areaTexts } from '../texts/areas.ts';

export function AreaSelect({
  label = areaTexts.testArea,
  value,
  areas,
  names = areaTexts.testAreas,
  onChange,
}: {
  label?: string;
  value: Area;
  areas: readonly Area[];
  /** for screens whose specification uses other names */
  names?: Readonly<Record<Area, string>>;
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
            {names[area]}
          </Box>
        </MenuItem>
      ))}
    </TextField>
  );
}

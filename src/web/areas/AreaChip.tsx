/**
 * An area as a chip in its colour, always with its name. It looks like a small MUI chip without its code for icons,
 * clicks and deleting, which the landing page does not need.
 */
import Box from '@mui/material/Box';
import { AREA_NAMES, type Area } from '../../contract/index.ts';

export function AreaChip({ area }: { area: Area }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        height: 24,
        px: 1,
        borderRadius: '12px',
        fontSize: '0.8125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        bgcolor: `${area}.main`,
        color: `${area}.contrastText`,
      }}
    >
      {AREA_NAMES[area]}
    </Box>
  );
}

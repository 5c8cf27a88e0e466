/** A thin indeterminate progress bar while something loads. Small, because it is in the first load. */
import Box from '@mui/material/Box';
import type { SxProps } from '@mui/material/styles';

const MOVING = {
  '@keyframes lacquer-loading': { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } },
  height: 4,
  overflow: 'hidden',
  position: 'relative',
  '&::before': { content: '""', position: 'absolute', inset: 0, bgcolor: 'primary.main', opacity: 0.25 },
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '0 60% 0 0',
    bgcolor: 'primary.main',
    animation: 'lacquer-loading 1.5s linear infinite',
  },
} as const;

/** @param label what loads, for screen readers */
export function LoadingBar({ label, sx }: { label: string; sx?: SxProps }) {
  return <Box role="progressbar" aria-label={label} sx={{ ...MOVING, ...(sx as object) }} />;
}

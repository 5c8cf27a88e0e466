/** Pictures on the left; on the right the tree that changes them, which stays in sight while the pictures scroll. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { BELOW_BARS } from '../../app/theme.ts';

export function TestPanel({ pictures, label, children }: { pictures: ReactNode; label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flex: 1, minHeight: 0, alignItems: 'stretch' }}>
      <Box sx={{ flex: 1, minWidth: 0, px: 2, py: 1.5 }}>{pictures}</Box>
      <Paper
        square
        component="aside"
        aria-label={label}
        sx={{
          width: { xs: 340, xl: 440 },
          flex: 'none',
          borderLeft: 1,
          borderColor: 'divider',
          px: 2,
          py: 1.5,
          overflow: 'auto',
          maxHeight: `calc(100vh - ${BELOW_BARS})`,
          position: 'sticky',
          top: BELOW_BARS,
        }}
      >
        {children}
      </Paper>
    </Box>
  );
}

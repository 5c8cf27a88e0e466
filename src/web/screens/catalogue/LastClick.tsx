/** What the last click changed, marked beside the tree: layers swapped, options that came and went. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ArrowForwardIcon } from '../../ui/icons/ArrowForward.tsx';
import type { ClickChanges } from './clickChanges.ts';

const nothing = <i>nothing</i>;

export function LastClick({ changes: { layers, came, went } }: { changes: ClickChanges }) {
  return (
    <Box
      component="section"
      aria-label="Changed by the last click"
      sx={{ my: 1, pl: 1.5, borderLeft: 3, borderColor: 'primary.main' }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        Changed by the last click
      </Typography>
      {layers.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          No layer changed.
        </Typography>
      )}
      {layers.map(({ family, before, after }) => (
        <Typography
          key={family}
          variant="body2"
          sx={{ display: 'flex', gap: 0.5, alignItems: 'center', flexWrap: 'wrap', overflowWrap: 'anywhere' }}
        >
          {family}: {before ?? nothing}
          <ArrowForwardIcon titleAccess="became" sx={{ fontSize: 14, color: 'text.secondary' }} />
          <b>{after ?? nothing}</b>
        </Typography>
      ))}
      {came.length + went.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          Options: {[...came.map((id) => `+${id}`), ...went.map((id) => `−${id}`)].join(' ')}
        </Typography>
      )}
    </Box>
  );
}

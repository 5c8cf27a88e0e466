/** What the last click changed, marked beside the tree: layers swapped, options added and removed. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { testTexts } from '../../texts/testScreens.ts';
import { ArrowForwardIcon } from '../../ui/icons/ArrowForward.tsx';
import type { ClickChanges } from './clickChanges.ts';

const { lastClick: texts } = testTexts;
const nothing = <i>{texts.nothing}</i>;

export function LastClick({ changes: { layers, added, removed } }: { changes: ClickChanges }) {
  return (
    <Box
      component="section"
      aria-label={texts.title}
      sx={{ my: 1, pl: 1.5, borderLeft: 3, borderColor: 'primary.main' }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {texts.title}
      </Typography>
      {layers.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {texts.noLayers}
        </Typography>
      )}
      {layers.map(({ family, before, after }) => (
        <Typography
          key={family}
          variant="body2"
          sx={{ display: 'flex', gap: 0.5, alignItems: 'center', flexWrap: 'wrap', overflowWrap: 'anywhere' }}
        >
          {family}: {before ?? nothing}
          <ArrowForwardIcon titleAccess={texts.became} sx={{ fontSize: 14, color: 'text.secondary' }} />
          <b>{after ?? nothing}</b>
        </Typography>
      ))}
      {added.length + removed.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {texts.options(added, removed)}
        </Typography>
      )}
    </Box>
  );
}

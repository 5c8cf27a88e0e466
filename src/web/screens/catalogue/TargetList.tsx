/** The sets that layers and rules come from, beside a tree (2.2 and 2.3). */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { testTexts } from '../../texts/testScreens.ts';
import { SetLink } from '../../ui/SetLink.tsx';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';

const { targets: texts } = testTexts;
const ROWS = {
  layers: [
    [texts.extLayersSource, 'extLayerSourceDisId'],
    [texts.extRulesSource, 'extRulesSourceDisId'],
    [texts.intLayersSource, 'intLayerSourceDisId'],
    [texts.intRulesSource, 'intRulesSourceDisId'],
  ],
  features: [
    [texts.extLayers, 'extLayerSourceDisId'],
    [texts.extRules, 'extRulesSourceDisId'],
    [texts.intLayers, 'intLayerSourceDisId'],
    [texts.intRules, 'intRulesSourceDisId'],
  ],
} as const;

export function TargetList({ area, disId, tree }: { area: Area; disId: string; tree: keyof typeof ROWS }) {
  const targets = useQuery({
    queryKey: ['targets', area, disId],
    queryFn: ({ signal }) => api(area).targetNames({ params: { id: disId }, signal }),
  });
  useFailureNotice(targets.error, 'load target names');
  return (
    <Box
      component="dl"
      sx={{ m: 0, mb: 2, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.25 }}
    >
      {ROWS[tree].map(([label, field]) => {
        const id = targets.data?.[field] ?? '';
        return (
          <Box key={field} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography
              component="dd"
              variant="caption"
              sx={{ m: 0, fontFamily: 'monospace', fontWeight: id !== '' && id !== disId ? 700 : 400 }}
            >
              {id === '' ? '…' : <SetLink disId={id} />}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

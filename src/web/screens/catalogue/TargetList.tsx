/** The sets that layers and rules come from, beside a tree (2.2 and 2.3). */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../contract/index.ts';
import { api } from '../../api/api.ts';
import { useFailureNotice } from '../../ui/useFailureNotice.ts';

const ROWS = {
  layers: [
    ['Target exterior layers source', 'extLayerSourceDisId'],
    ['Exterior rules source', 'extRulesSourceDisId'],
    ['Interior layers source', 'intLayerSourceDisId'],
    ['Interior rules source', 'intRulesSourceDisId'],
  ],
  features: [
    ['Target exterior layers', 'extLayerSourceDisId'],
    ['Target exterior rules', 'extRulesSourceDisId'],
    ['Target interior layers', 'intLayerSourceDisId'],
    ['Target interior rules', 'intRulesSourceDisId'],
  ],
} as const;

export function TargetList({ area, disId, kind }: { area: Area; disId: string; kind: keyof typeof ROWS }) {
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
      {ROWS[kind].map(([label, field]) => {
        const id = targets.data?.[field] ?? '';
        return (
          <Box key={field} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="caption" color="text.secondary">
              {label}
            </Typography>
            <Typography
              component="dd"
              variant="caption"
              sx={{ m: 0, fontFamily: 'monospace', fontWeight: id !== '' && id !== disId ? 700 : 400 }}
            >
              {id || '…'}
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}

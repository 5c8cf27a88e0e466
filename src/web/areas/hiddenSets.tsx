/**
 * Sets that an area hides from everybody except administrators (visibility_configuration): lists mark them, with the
 * reason and the date.
 *
 *   useHiddenSets    of an area, by id; empty for everybody else
 *   hiddenUntil      a short text
 *   HiddenChip       the mark beside an id
 */

import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AREA_NAMES, type Area, type HiddenSet } from '../../contract/index.ts';
import { api } from '../api/api.ts';
import { useSession } from '../app/session.tsx';
import { areaTexts } from '../texts/areas.ts';
import { formatDate } from '../ui/dates.ts';
import { VisibilityOffIcon } from '../ui/icons/VisibilityOff.tsx';

export type HiddenSetInArea = Omit<HiddenSet, 'disId'> & { readonly area: Area };

export function useHiddenSets(area: Area): ReadonlyMap<string, HiddenSetInArea> {
  const { can } = useSession();
  const { data } = useQuery({
    queryKey: ['sets', area, 'hidden'],
    queryFn: ({ signal }) => api(area).hiddenSets({ signal }),
    enabled: can.admin,
  });
  return useMemo(() => new Map(data?.map(({ disId, ...why }) => [disId, { ...why, area }])), [data, area]);
}

export const hiddenUntil = ({ area, from }: HiddenSetInArea): string =>
  areaTexts.hiddenIn(AREA_NAMES[area], formatDate(from));

export function HiddenChip({ hidden }: { hidden: readonly HiddenSetInArea[] }) {
  if (hidden.length === 0) return null;
  const label = hidden.map(hiddenUntil).join(', ');
  return (
    <Chip
      size="small"
      variant="outlined"
      icon={<VisibilityOffIcon />}
      label={areaTexts.hidden}
      aria-label={label}
      title={areaTexts.hiddenNote(label, hidden.map(({ reason }) => reason).join(' '))}
      sx={{ ml: 1, height: 20 }}
    />
  );
}

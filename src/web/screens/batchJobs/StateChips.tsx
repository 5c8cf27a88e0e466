/** The states of the batch summary as chips. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { BatchRow } from '../../../contract/index.ts';
import { batchTexts as texts } from '../../texts/batchSummary.ts';
import { STATUSES } from './search.ts';

const COLOURS = { FAILED: 'error', STARTED: 'primary', CREATED: 'default', COMPLETED: 'success' } as const;

/** How many jobs are in each state; a click shows only these. */
export function StateChips({
  rows,
  chosen,
  onChoose,
}: {
  /** undefined until they are loaded */
  rows: readonly BatchRow[] | undefined;
  chosen: (typeof STATUSES)[number] | undefined;
  onChoose: (status: (typeof STATUSES)[number] | undefined) => void;
}) {
  const chips = [
    { status: undefined, label: texts.count(texts.allStates, rows?.length), color: 'primary' },
    ...STATUSES.map((status) => ({
      status,
      label: texts.count(status, rows?.filter(({ jobStatus }) => jobStatus === status).length),
      color: COLOURS[status],
    })),
  ] as const;
  return (
    <Box
      role="group"
      aria-label={texts.states}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, pt: 1.5, bgcolor: 'background.paper' }}
    >
      {chips.map(({ status, label, color }) => (
        <Chip
          key={status ?? ''}
          label={label}
          color={color}
          variant={status === chosen ? 'filled' : 'outlined'}
          aria-pressed={status === chosen}
          onClick={() => onChoose(status === chosen ? undefined : status)}
        />
      ))}
    </Box>
  );
}

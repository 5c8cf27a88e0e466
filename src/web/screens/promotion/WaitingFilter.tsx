/**
 * Counts the rows that wait for promotion to Pre-Prod or to Prod, and those in Prod, by the content of the areas; a click shows
 * only these. Beyond the specification.
 *
 *   WaitingFilter
 */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { waitsFor } from '../../../engine/contentState.ts';
import { formatNumber } from '../../ui/numbers.ts';
import type { Promotable } from './columns.tsx';
import type { StatusSearch } from './search.ts';

type Waits = StatusSearch['waits'];

const STATES = [
  ['preprod', 'Waiting for Pre-Prod'],
  ['prod', 'Waiting for Prod'],
  ['nothing', 'In Prod'],
] as const;

export function WaitingFilter({
  rows,
  value,
  onChange,
}: {
  /** undefined while loading */
  rows: readonly Pick<Promotable, 'content'>[] | undefined;
  value: Waits;
  onChange: (waits: Waits) => void;
}) {
  const states = rows?.map((row) => waitsFor(row.content));
  const count = (state: Waits) => (states ? formatNumber(states.filter((one) => one === state).length) : '…');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Waiting for promotion"
      value={value ?? 'all'}
      onChange={(_event, next: NonNullable<Waits> | 'all' | null) =>
        next && onChange(next === 'all' ? undefined : next)
      }
    >
      <ToggleButton value="all">All {rows ? formatNumber(rows.length) : '…'}</ToggleButton>
      {STATES.map(([state, label]) => (
        <ToggleButton key={state} value={state}>
          {label} {count(state)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

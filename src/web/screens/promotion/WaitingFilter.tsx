/**
 * Counts the rows that wait for promotion to Pre-Prod or to Prod, and those in Prod, by the content of the areas; a click shows
 * only these. Beyond the specification.
 *
 *   WaitingFilter
 */
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { waitsFor } from '../../../engine/contentState.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import type { Promotable } from './columns.tsx';
import type { StatusSearch } from './search.ts';

type Waits = StatusSearch['waits'];

const { waiting: texts } = promotionTexts;
const STATES = ['preprod', 'prod', 'nothing'] as const;

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
  const count = (state: Waits) => states?.filter((one) => one === state).length;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={texts.label}
      value={value ?? 'all'}
      onChange={(_event, next: NonNullable<Waits> | 'all' | null) =>
        next && onChange(next === 'all' ? undefined : next)
      }
    >
      <ToggleButton value="all">{texts.all(rows?.length)}</ToggleButton>
      {STATES.map((state) => (
        <ToggleButton key={state} value={state}>
          {texts.count(texts[state], count(state))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

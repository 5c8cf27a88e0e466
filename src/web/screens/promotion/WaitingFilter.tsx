/**
 * Counts the rows that wait for promotion to Pre-Prod or to Prod, and those in Prod, by the content of the areas; a click shows
 * only these. Beyond the specification.
 *
 *   WaitingFilter
 */
import { waitsFor } from '../../../engine/contentState.ts';
import { promotionTexts } from '../../texts/promotion.ts';
import { ToggleChoice } from '../../ui/ToggleChoice.tsx';
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
    <ToggleChoice
      label={texts.label}
      value={value ?? 'all'}
      choices={[
        { value: 'all', label: texts.all(rows?.length) },
        ...STATES.map((state) => ({ value: state, label: texts.count(texts[state], count(state)) })),
      ]}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
    />
  );
}

/** Two calendar days, inclusive; the address has them as YYYY-MM-DD. */
import { DayField } from '../../ui/DayField.tsx';

type Days = { from?: string | undefined; to?: string | undefined };

export function DateFields({
  from,
  to,
  onChange,
  labels,
}: {
  from: string | undefined;
  to: string | undefined;
  onChange: (days: Days) => void;
  labels: readonly [string, string];
}) {
  return (
    <>
      <DayField label={labels[0]} day={from} onDay={(day) => onChange({ from: day })} />
      <DayField label={labels[1]} day={to} onDay={(day) => onChange({ to: day })} />
    </>
  );
}

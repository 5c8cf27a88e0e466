/** One calendar day in German notation; the caller has it as YYYY-MM-DD. */
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { format, isValid, parseISO } from 'date-fns';
import { de } from 'date-fns/locale/de';
import { useRef, useState } from 'react';
import { pickerTexts } from '../texts/pickers.ts';

/** An earlier year is still being typed. */
const FIRST_YEAR = 2000;

const dateOf = (day: string | undefined): Date | null => (day === undefined ? null : parseISO(day));
/** @returns undefined for a date that is still being typed */
const dayOf = (date: Date | null): string | undefined =>
  date !== null && isValid(date) && date.getFullYear() >= FIRST_YEAR ? format(date, 'yyyy-MM-dd') : undefined;

export function DayField({
  label,
  day,
  onDay,
}: {
  label: string;
  day: string | undefined;
  onDay: (day: string | undefined) => void;
}) {
  // The field must keep its own date: while a year is being typed, it is in the first centuries, and a field whose date
  // is not accepted clears day and month.
  const [date, setDate] = useState(() => dateOf(day));
  const calendar = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    // The change came from outside, from a reset or Back, not from this field.
    if (day !== dayOf(date)) setDate(dateOf(day));
  }
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={pickerTexts}>
      <DatePicker
        label={label}
        value={date}
        onChange={(next) => {
          setDate(next);
          if (next === null || dayOf(next) !== undefined) onDay(dayOf(next));
        }}
        slotProps={{
          textField: { size: 'small', sx: { width: 200 } },
          field: { clearable: true },
          popper: { ref: calendar },
          // A dialog that opens above the calendar hides it. Both would keep the focus, and take it from each other for ever.
          desktopTrapFocus: { isEnabled: () => calendar.current?.getAttribute('aria-hidden') !== 'true' },
        }}
      />
    </LocalizationProvider>
  );
}

/** Two calendar days, both included, picked and written the German way; in the address they are YYYY-MM-DD. */
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { format, isValid, parseISO } from 'date-fns';
import { de } from 'date-fns/locale/de';

export function DateFields({
  from,
  to,
  onChange,
  labels,
}: {
  from: string | undefined;
  to: string | undefined;
  onChange: (days: { from?: string | undefined; to?: string | undefined }) => void;
  labels: readonly [string, string];
}) {
  const field = (label: string, value: string | undefined, key: 'from' | 'to') => (
    <DatePicker
      label={label}
      value={value === undefined ? null : parseISO(value)}
      onChange={(date) => {
        if (date === null) onChange({ [key]: undefined });
        // A date that is still being typed is no date yet.
        else if (isValid(date) && date.getFullYear() > 1999) onChange({ [key]: format(date, 'yyyy-MM-dd') });
      }}
      slotProps={{ textField: { size: 'small', sx: { width: 200 } }, field: { clearable: true } }}
    />
  );
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de}>
      {field(labels[0], from, 'from')}
      {field(labels[1], to, 'to')}
    </LocalizationProvider>
  );
}

/** Two calendar days, both included. The browser's own picker: keyboard, screen reader and locale come with it. */
import TextField from '@mui/material/TextField';

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
    <TextField
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange({ [key]: event.target.value || undefined })}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: 170 }}
    />
  );
  return (
    <>
      {field(labels[0], from, 'from')}
      {field(labels[1], to, 'to')}
    </>
  );
}

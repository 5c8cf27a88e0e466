/** A short name or code, typed or chosen: suggestions by substring, and what is wrong with it. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';

export function CodeField({
  label,
  options,
  value,
  error,
  disabled,
  maxLength,
  width,
  onChange,
}: {
  label: string;
  options: readonly string[];
  value: string;
  error: string | undefined;
  disabled: boolean;
  maxLength: number;
  width: number;
  onChange: (text: string) => void;
}) {
  return (
    <Autocomplete
      freeSolo
      options={options}
      inputValue={value}
      onInputChange={(_event, text, reason) => reason !== 'reset' && onChange(text)}
      value={value}
      onChange={(_event, option) => onChange(option ?? '')}
      disabled={disabled}
      sx={{ width }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={error !== undefined}
          helperText={error}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength } }}
        />
      )}
    />
  );
}

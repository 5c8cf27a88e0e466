/** A field for a short name or code, typed or chosen: it suggests by substring and says what is wrong with the text. */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ClipboardEvent } from 'react';
import { widgetTexts } from '../../texts/widgets.ts';

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
  // Blanks around a pasted text must not push its end beyond the field's maximum length.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (pasted.trim() === pasted) return;
    event.preventDefault();
    const { value: text, selectionStart, selectionEnd } = event.currentTarget;
    const before = text.slice(0, selectionStart ?? text.length);
    onChange(`${before}${pasted.trim()}${text.slice(selectionEnd ?? text.length)}`.slice(0, maxLength));
  };
  return (
    <Autocomplete
      freeSolo
      clearText={widgetTexts.suggest.clear}
      options={options}
      inputValue={value}
      onInputChange={(_event, text, reason) => reason !== 'reset' && onChange(text)}
      value={value}
      onChange={(_event, option) => onChange(option ?? '')}
      onBlur={() => value.trim() === value || onChange(value.trim())}
      disabled={disabled}
      // Names without blanks take a new line.
      slotProps={{ listbox: { sx: { overflowWrap: 'anywhere' } } }}
      sx={{ width }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={error !== undefined}
          helperText={error}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, maxLength, onPaste: paste } }}
        />
      )}
    />
  );
}

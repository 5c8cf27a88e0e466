/**
 * A text field that suggests: case-insensitive substring, 200 ms after the last key. What is typed counts only when it
 * is one of the suggestions, or, in a free field, as it is.
 *
 *   Suggest
 */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDebounced } from './useDebounced.ts';
import { useSlash } from './useSlash.ts';

const WAIT = 200;
const SHOWN = 200;

export function Suggest({
  label,
  options,
  value,
  onChoose,
  textOf = (option) => option,
  disabled = false,
  loading = false,
  empty,
  width = 300,
  slash = false,
  free = false,
}: {
  label: string;
  options: readonly string[];
  /** '' for none */
  value: string;
  onChoose: (option: string) => void;
  /** what is shown and searched */
  textOf?: (option: string) => string;
  disabled?: boolean;
  loading?: boolean;
  empty?: ReactNode;
  width?: number | string;
  /** the key / focuses this field */
  slash?: boolean;
  /** any text counts, 200 ms after the last key: the field is a filter */
  free?: boolean;
}) {
  const [text, setText] = useState(free ? value : '');
  const told = useRef(value);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useSlash(input, slash && !disabled);
  const wanted = useDebounced(text, WAIT).toLowerCase();
  // A picker that holds a choice offers all others when opened; the text of a filter always narrows.
  const chosenText = free || value === '' ? '' : textOf(value).toLowerCase();
  const found =
    wanted === '' || wanted === chosenText
      ? options
      : options.filter((option) => textOf(option).toLowerCase().includes(wanted));
  useEffect(() => {
    // Changed from outside, by a reset or the way back: not an echo of what was typed, which may have gone on since.
    if (free && value !== told.current) setText(value);
    told.current = value;
  }, [free, value]);
  const tell = (next: string) => {
    clearTimeout(later.current);
    told.current = next;
    onChoose(next);
  };
  return (
    <Autocomplete
      freeSolo={free}
      options={found}
      value={free || value === '' ? null : value}
      onChange={(_event, option) => tell(option ?? '')}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        setText(next);
        if (!free || (reason !== 'input' && reason !== 'clear')) return;
        clearTimeout(later.current);
        later.current = setTimeout(() => tell(next), WAIT);
      }}
      getOptionLabel={textOf}
      isOptionEqualToValue={(option, other) => option === other}
      filterOptions={(all) => all.slice(0, SHOWN)}
      disabled={disabled}
      loading={loading}
      loadingText="Loading …"
      noOptionsText={empty ?? 'Nothing fits'}
      clearOnBlur={!free}
      sx={{ width }}
      renderInput={(params) => <TextField {...params} label={label} inputRef={input} />}
    />
  );
}

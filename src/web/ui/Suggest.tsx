/**
 * A text field that suggests: case-insensitive substring, 200 ms after the last key.
 *
 *   Suggest
 */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { type ReactNode, useRef, useState } from 'react';
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
}) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useSlash(input, slash && !disabled);
  const wanted = useDebounced(text, WAIT).toLowerCase();
  const chosenText = value === '' ? '' : textOf(value).toLowerCase();
  const found =
    wanted === '' || wanted === chosenText
      ? options
      : options.filter((option) => textOf(option).toLowerCase().includes(wanted));
  return (
    <Autocomplete
      options={found}
      value={value === '' ? null : value}
      onChange={(_event, option) => onChoose(option ?? '')}
      inputValue={text}
      onInputChange={(_event, next) => setText(next)}
      getOptionLabel={textOf}
      isOptionEqualToValue={(option, other) => option === other}
      filterOptions={(all) => all.slice(0, SHOWN)}
      disabled={disabled}
      loading={loading}
      loadingText="Loading …"
      noOptionsText={empty ?? 'Nothing fits'}
      clearOnBlur
      sx={{ width }}
      renderInput={(params) => <TextField {...params} label={label} inputRef={input} />}
    />
  );
}

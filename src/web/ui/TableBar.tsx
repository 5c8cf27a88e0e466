/** Above a table: its free-text filter (the key / jumps there). */
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from './useDebounced.ts';
import { useSlash } from './useSlash.ts';

/** long enough that a word typed at once is one address, milliseconds */
const WAIT = 50;

export function FilterField({
  label,
  value,
  onChange,
  slash = false,
  width = '100%',
}: {
  label: string;
  value: string;
  /** a moment after the last key */
  onChange: (text: string) => void;
  /** the key / focuses this field */
  slash?: boolean;
  /** absent: as wide as its place */
  width?: number | string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value);
  const settled = useDebounced(draft, WAIT);
  // What was told last: a value that differs comes from outside (Reset, Back) and replaces what is in the field.
  const told = useRef(value);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (settled === told.current) return;
    told.current = settled;
    tell(settled);
  }, [settled]);
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setDraft(value);
  }, [value]);
  useSlash(input, slash);
  return (
    <TextField
      inputRef={input}
      type="search"
      label={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      sx={{ width }}
    />
  );
}

export function TableBar({
  text,
  onText,
  filterLabel,
}: {
  text: string;
  onText: (text: string) => void;
  filterLabel: string;
}) {
  return (
    <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
      <FilterField label={filterLabel} value={text} onChange={onText} slash width={320} />
    </Box>
  );
}

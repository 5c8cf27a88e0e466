/** Above a table: its free-text filter (the key / jumps there). */
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDebounced } from './useDebounced.ts';
import { useDraft } from './useDraft.ts';
import { useFocusShortcut } from './useFocusShortcut.ts';

/** long enough that a word typed at once is one address, milliseconds */
const WAIT = 50;

export function FilterField({
  label,
  value,
  onChange,
  focusShortcut = false,
  width = '100%',
}: {
  label: string;
  value: string;
  /** a moment after the last key */
  onChange: (text: string) => void;
  /** the key / focuses this field */
  focusShortcut?: boolean;
  /** absent: as wide as its place */
  width?: number | string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { draft, setDraft, announce } = useDraft(value);
  const settled = useDebounced(draft, WAIT);
  const tell = useEffectEvent((text: string) => {
    if (announce(text)) onChange(text);
  });
  useEffect(() => tell(settled), [settled]);
  useFocusShortcut(input, focusShortcut);
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
      <FilterField label={filterLabel} value={text} onChange={onText} focusShortcut width={320} />
    </Box>
  );
}

/** A text field that filters what the screen shows; the key / can focus it. */
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDebounced } from './useDebounced.ts';
import { useDraft } from './useDraft.ts';
import { useFocusShortcut } from './useFocusShortcut.ts';

/** long enough that a quickly typed word changes the address only once */
const DEBOUNCE_MS = 50;

export function FilterField({
  label,
  value,
  onChange,
  focusShortcut = false,
  width = '100%',
}: {
  label: string;
  value: string;
  /** called a moment after the last key */
  onChange: (text: string) => void;
  /** the key / focuses this field */
  focusShortcut?: boolean;
  /** absent: as wide as its container */
  width?: number | string;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { draft, setDraft, announce } = useDraft(value);
  const settled = useDebounced(draft, DEBOUNCE_MS);
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
      sx={{ width: { xs: '100%', sm: width }, maxWidth: '100%' }}
    />
  );
}

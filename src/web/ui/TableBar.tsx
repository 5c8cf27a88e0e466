/** Above a table: its free-text filter (the key / jumps there) and the export. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebounced } from './useDebounced.ts';

/** long enough that a word typed at once is one address, milliseconds */
const WAIT = 50;

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function FilterField({
  label,
  value,
  onChange,
  slash = false,
}: {
  label: string;
  value: string;
  /** a moment after the last key */
  onChange: (text: string) => void;
  /** the key / focuses this field */
  slash?: boolean;
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
  useEffect(() => {
    if (!slash) return;
    const jump = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, [slash]);
  return (
    <TextField
      inputRef={input}
      type="search"
      label={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      sx={{ width: slash ? 320 : '100%' }}
    />
  );
}

export function TableBar({
  text,
  onText,
  filterLabel,
  onExport,
}: {
  text: string;
  onText: ((text: string) => void) | undefined;
  filterLabel: string;
  onExport: (() => Promise<void>) | undefined;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', px: 2, pt: 1.5, pb: 1, bgcolor: 'background.paper' }}>
      {onText && <FilterField label={filterLabel} value={text} onChange={onText} slash />}
      {onExport && (
        <Button
          sx={{ ml: 'auto' }}
          loading={busy}
          onClick={() => {
            setBusy(true);
            void onExport().finally(() => setBusy(false));
          }}
        >
          Export to Excel
        </Button>
      )}
    </Box>
  );
}

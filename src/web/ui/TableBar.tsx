/** Above a table: its free-text filter (the key / jumps there) and the export. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
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
  onExport,
}: {
  text: string;
  onText: ((text: string) => void) | undefined;
  filterLabel: string;
  onExport: (() => Promise<void>) | undefined;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        px: 2,
        pt: onText ? 1.5 : 0.5,
        pb: onText ? 1 : 0,
        bgcolor: 'background.paper',
      }}
    >
      {onText && <FilterField label={filterLabel} value={text} onChange={onText} slash width={320} />}
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

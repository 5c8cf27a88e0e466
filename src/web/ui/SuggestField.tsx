/**
 * A text field that suggests: case-insensitive substring, 200 ms after the last key.
 *
 * Only a suggestion counts. A text that names one is taken at once; on Enter and on leaving the field so is the only one
 * that fits. Enter submits the form only when the field has nothing left to take. A `freeText` field takes any text instead:
 * it is a filter.
 *
 *   SuggestField
 */
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { fitting, meantOption, namedOption } from './meantOption.ts';
import { useDebounced } from './useDebounced.ts';
import { useDraft } from './useDraft.ts';
import { useFocusShortcut } from './useFocusShortcut.ts';

const WAIT = 200;
const SHOWN = 200;

/** MUI leaves a key alone that is marked so. */
type MuiEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

export function SuggestField({
  label,
  options,
  value,
  onChoose,
  textOf = (option) => option,
  idLength,
  disabled = false,
  loading = false,
  empty,
  width = 300,
  focusShortcut = false,
  freeText = false,
}: {
  label: string;
  options: readonly string[];
  /** '' for none */
  value: string;
  onChoose: (option: string) => void;
  /** what is shown and searched */
  textOf?: (option: string) => string;
  /** characters of an id: a longer text is cut to them before it is compared */
  idLength?: number;
  disabled?: boolean;
  loading?: boolean;
  empty?: ReactNode;
  width?: number | string;
  /** the key / focuses this field */
  focusShortcut?: boolean;
  /** any text counts, 200 ms after the last key: the field is a filter */
  freeText?: boolean;
}) {
  const suggestions = { options, textOf, idLength };
  const shownValue = value === '' ? '' : textOf(value);
  const { draft: text, setDraft: setText, announce } = useDraft(freeText ? value : '');
  const [open, setOpen] = useState(false);
  const told = useRef(value);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  /** an option was marked by arrow key or pointer: Enter is meant for it */
  const marked = useRef(false);
  /** the text is to be taken as soon as the options are there */
  const awaited = useRef(false);
  /** left in the field, stood for no option, and is gone; `value` as it was then */
  const [dropped, setDropped] = useState<{ text: string; value: string }>();
  useFocusShortcut(input, focusShortcut && !disabled);

  const wanted = useDebounced(text, WAIT);
  // A picker that holds a choice offers all others when opened; the text of a filter always narrows.
  const narrowed = !freeText && wanted === shownValue ? options : fitting(suggestions, wanted);
  // Under a moving pointer the list stands still, or a click would hit another option, or none.
  const [held, setHeld] = useState<readonly string[]>();
  const hold = ({ movementX, movementY }: PointerEvent) => {
    // Browsers report a move without a movement when a list opens below a pointer that rests.
    if (movementX !== 0 || movementY !== 0) setHeld((before) => before ?? narrowed);
  };
  const release = () => setHeld(undefined);

  useEffect(() => {
    told.current = value;
  }, [value]);
  const tell = (next: string) => {
    clearTimeout(later.current);
    awaited.current = false;
    told.current = next;
    if (!freeText || announce(next)) onChoose(next);
  };
  /** @returns whether the text stands for an option */
  const take = (): boolean => {
    const option = meantOption(suggestions, text);
    if (option === undefined) return false;
    setText(textOf(option));
    if (option !== told.current) tell(option);
    return true;
  };
  const drop = () => {
    setText(shownValue);
    if (text.trim() !== '') setDropped({ text: text.trim(), value });
  };
  const leave = () => {
    if (take()) return;
    if (loading) awaited.current = true;
    else drop();
  };
  const loaded = useEffectEvent(() => {
    if (!awaited.current) return;
    awaited.current = false;
    if (!take() && document.activeElement !== input.current) drop();
  });
  useEffect(() => {
    if (!loading) loaded();
  }, [loading]);

  const onKeyDown = (event: MuiEvent) => {
    if (event.key !== 'Enter' || freeText || event.nativeEvent.isComposing) return;
    if ((open && marked.current) || text === shownValue) return;
    event.preventDefault();
    event.defaultMuiPrevented = true;
    if (take()) setOpen(false);
    else if (loading) awaited.current = true;
  };
  const words = dropped?.value === value && text === shownValue ? dropped.text : undefined;
  return (
    <Autocomplete
      freeSolo={freeText}
      options={held ?? narrowed}
      value={freeText || value === '' ? null : value}
      onChange={(_event, option) => tell(option ?? '')}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false);
        release();
        marked.current = false;
      }}
      onHighlightChange={(_event, option) => {
        marked.current = option !== null;
      }}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason === 'blur') return leave();
        if (reason === 'reset' && awaited.current) return;
        setText(next);
        setDropped(undefined);
        if (reason !== 'input' && reason !== 'clear') return;
        release();
        marked.current = false;
        awaited.current = false;
        if (freeText) {
          clearTimeout(later.current);
          later.current = setTimeout(() => tell(next), WAIT);
          return;
        }
        const named = namedOption(suggestions, next);
        if (named !== undefined && named !== told.current) tell(named);
      }}
      onKeyDown={onKeyDown}
      getOptionLabel={textOf}
      isOptionEqualToValue={(option, other) => option === other}
      filterOptions={(all) => all.slice(0, SHOWN)}
      disabled={disabled}
      loading={loading}
      loadingText="Loading …"
      noOptionsText={empty ?? 'Nothing matches'}
      clearOnBlur={!freeText}
      slotProps={{ listbox: { onPointerMove: hold, onPointerLeave: release } }}
      sx={{ width, maxWidth: '100%' }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={input}
          helperText={
            words !== undefined &&
            (fitting(suggestions, words).length === 0 ? (
              <>
                {empty ?? 'Nothing matches'} “{words}”.
              </>
            ) : (
              `Several options match “${words}”.`
            ))
          }
        />
      )}
    />
  );
}

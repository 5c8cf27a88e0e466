/**
 * A text field that suggests options: case-insensitive substring, 200 ms after the last key.
 *
 * Only an option is a value. A text that names one is accepted immediately; on Enter and when the field loses the focus, so
 * is the only option that matches. Enter submits the form only when there is nothing left to accept. A `freeText` field
 * accepts any text: it is a filter.
 *
 *   SuggestField
 */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Paper, { type PaperProps } from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { widgetTexts } from '../texts/widgets.ts';
import { exactOption, matchingOptions, resolveOption } from './resolveOption.ts';
import { useDebounced } from './useDebounced.ts';
import { useDraft } from './useDraft.ts';
import { useFocusShortcut } from './useFocusShortcut.ts';

const { suggest: texts } = widgetTexts;

const DEBOUNCE_MS = 200;
/** Two lines from the start: what loads later must not move the option under the pointer. */
const ROW = { display: 'flex', alignItems: 'center', width: '100%', minHeight: 40, '& > *': { width: '100%' } };
/** options beyond this are not listed */
const MAX_OPTIONS = 200;

/** Below the list: a hint that there are more options. */
const More = createContext('');

function ListPaper({ children, ...props }: PaperProps) {
  const more = useContext(More);
  return (
    <Paper {...props}>
      {children}
      {more !== '' && (
        <Typography
          variant="caption"
          color="textSecondary"
          sx={{ display: 'block', px: 2, py: 0.75, borderTop: 1, borderColor: 'divider' }}
          // The field keeps the focus, and the list stays open.
          onMouseDown={(event) => event.preventDefault()}
        >
          {more}
        </Typography>
      )}
    </Paper>
  );
}

/** MUI ignores a key event that is marked like this. */
type MuiEvent = KeyboardEvent & { defaultMuiPrevented?: boolean };

export function SuggestField({
  label,
  options,
  value,
  onChoose,
  textOf = (option) => option,
  rowOf,
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
  /** how an option is shown in the list; absent: as its text */
  rowOf?: (option: string) => ReactNode;
  /** the length of ids: a longer text is cut to it before it is compared */
  idLength?: number;
  disabled?: boolean;
  loading?: boolean;
  empty?: ReactNode;
  width?: number | string;
  /** the key / focuses this field */
  focusShortcut?: boolean;
  /** any text is a value, 200 ms after the last key: the field is a filter */
  freeText?: boolean;
}) {
  const suggestions = { options, textOf, idLength };
  const shownValue = value === '' ? '' : textOf(value);
  const { draft: text, setDraft: setText, announce } = useDraft(freeText ? value : '');
  const [open, setOpen] = useState(false);
  /** the value that the caller has or was given */
  const reported = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  /** an option is highlighted by arrow key or pointer, so Enter applies to it */
  const highlighted = useRef(false);
  /** the text is to be accepted as soon as the options are loaded */
  const acceptLater = useRef(false);
  /** a text that matched no option when the field lost the focus; `value` as it was then */
  const [rejected, setRejected] = useState<{ text: string; value: string }>();
  useFocusShortcut(input, focusShortcut && !disabled);

  const wanted = useDebounced(text, DEBOUNCE_MS);
  // A field with a value offers all other options when it is opened; the text of a filter always narrows the list.
  const narrowed = !freeText && wanted === shownValue ? options : matchingOptions(suggestions, wanted);
  // Do not change the list under a moving pointer, or a click would hit another option or none.
  const [frozen, setFrozen] = useState<readonly string[]>();
  const freeze = ({ movementX, movementY }: PointerEvent) => {
    // Browsers report a move of 0 pixels when a list opens below a resting pointer.
    if (movementX !== 0 || movementY !== 0) setFrozen((before) => before ?? narrowed);
  };
  const unfreeze = () => setFrozen(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    reported.current = value;
  }, [value]);
  const tell = (next: string) => {
    clearTimeout(timer.current);
    acceptLater.current = false;
    reported.current = next;
    if (!freeText || announce(next)) onChoose(next);
  };
  /** @returns whether the text names an option */
  const accept = (): boolean => {
    const option = resolveOption(suggestions, text);
    if (option === undefined) return false;
    setText(textOf(option));
    if (option !== reported.current) tell(option);
    return true;
  };
  const reject = () => {
    setText(shownValue);
    if (text.trim() !== '') setRejected({ text: text.trim(), value });
  };
  const leave = () => {
    if (accept()) return;
    if (loading) acceptLater.current = true;
    else reject();
  };
  const onLoaded = useEffectEvent(() => {
    if (!acceptLater.current) return;
    acceptLater.current = false;
    if (!accept() && document.activeElement !== input.current) reject();
  });
  useEffect(() => {
    if (!loading) onLoaded();
  }, [loading]);

  const onKeyDown = (event: MuiEvent) => {
    if (event.key !== 'Enter' || freeText || event.nativeEvent.isComposing) return;
    if ((open && highlighted.current) || text === shownValue) return;
    event.preventDefault();
    event.defaultMuiPrevented = true;
    if (accept()) setOpen(false);
    else if (loading) acceptLater.current = true;
  };
  const rejectedText = rejected?.value === value && text === shownValue ? rejected.text : undefined;
  const listed = frozen ?? narrowed;
  const more = listed.length > MAX_OPTIONS ? texts.more(MAX_OPTIONS, listed.length) : '';
  const field = (
    <Autocomplete
      freeSolo={freeText}
      options={listed}
      value={freeText || value === '' ? null : value}
      onChange={(_event, option) => tell(option ?? '')}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => {
        setOpen(false);
        unfreeze();
        highlighted.current = false;
      }}
      onHighlightChange={(_event, option) => {
        highlighted.current = option !== null;
      }}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason === 'blur') return leave();
        if (reason === 'reset' && acceptLater.current) return;
        setText(next);
        setRejected(undefined);
        if (reason !== 'input' && reason !== 'clear') return;
        unfreeze();
        highlighted.current = false;
        acceptLater.current = false;
        if (freeText) {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => tell(next), DEBOUNCE_MS);
          return;
        }
        const exact = exactOption(suggestions, next);
        if (exact !== undefined && exact !== reported.current) tell(exact);
      }}
      onKeyDown={onKeyDown}
      getOptionLabel={textOf}
      {...(rowOf && {
        renderOption: ({ key, ...props }, option: string) => (
          <li key={key} {...props}>
            <Box component="span" sx={ROW}>
              {rowOf(option)}
            </Box>
          </li>
        ),
      })}
      isOptionEqualToValue={(option, other) => option === other}
      filterOptions={(all) => all.slice(0, MAX_OPTIONS)}
      disabled={disabled}
      loading={loading}
      openText={texts.open}
      closeText={texts.close}
      clearText={texts.clear}
      loadingText={texts.loading}
      noOptionsText={empty ?? texts.nothing}
      clearOnBlur={!freeText}
      slotProps={{ listbox: { onPointerMove: freeze, onPointerLeave: unfreeze } }}
      slots={{ paper: ListPaper }}
      sx={{ width, maxWidth: '100%' }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={input}
          helperText={
            rejectedText !== undefined &&
            (matchingOptions(suggestions, rejectedText).length === 0 ? (
              <>
                {empty ?? texts.nothing} {texts.quoted(rejectedText)}
              </>
            ) : (
              texts.severalMatch(rejectedText)
            ))
          }
        />
      )}
    />
  );
  return <More.Provider value={more}>{field}</More.Provider>;
}

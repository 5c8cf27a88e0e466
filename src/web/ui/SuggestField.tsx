/**
 * A text field that suggests options: case-insensitive substring, 200 ms after the last key.
 *
 * Only an option is a value. A text that names one is accepted immediately; on Enter and when the field loses the focus, so
 * is the only option that matches. Enter submits the form only when there is nothing left to accept. A `freeText` field
 * accepts any text: it is a filter.
 *
 * A press hits what the user aimed at. The list keeps its options under a moving pointer and while a button is down. When it
 * becomes shorter, what lay below it takes no press for a moment.
 *
 *   SuggestField
 */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Paper, { type PaperProps } from '@mui/material/Paper';
import Portal from '@mui/material/Portal';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
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

/** Nobody sees sooner that the list became shorter, milliseconds: an earlier press was aimed at the longer one. */
const REACTION_MS = 400;

/** Below the list: a hint that there are more options. */
const More = createContext('');

/** Catches presses where a list that became shorter just was, so that they hit nothing behind it. The list stays open. */
function PressGuard({ list }: { list: RefObject<HTMLElement | null> }) {
  const [place, setPlace] = useState<{ left: number; top: number; width: number; height: number }>();
  const heightBefore = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (!list.current) return;
    // It has the new height, and still its old place: a list above its field moves down later.
    const { left, top, width, height } = list.current.getBoundingClientRect();
    const before = heightBefore.current;
    heightBefore.current = height;
    if (height >= before) return;
    setPlace({ left, top, width, height: before });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace(undefined), REACTION_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  if (!place) return null;
  return (
    <Portal>
      <Box
        data-press-guard
        // The field keeps the focus, and the list stays open.
        onMouseDown={(event) => event.preventDefault()}
        style={place}
        // Below the list itself.
        sx={{ position: 'fixed', zIndex: (theme) => theme.zIndex.modal - 1 }}
      />
    </Portal>
  );
}

function ListPaper({ children, ...props }: PaperProps) {
  const more = useContext(More);
  const paper = useRef<HTMLDivElement>(null);
  return (
    <Paper {...props} ref={paper}>
      <PressGuard list={paper} />
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
  // Do not change the list under a moving or pressed pointer, or a click would hit another option or none.
  const [frozen, setFrozen] = useState<readonly string[]>();
  // MUI scrolls a list to its top whenever the field is drawn again, but not one that stays open when an option is chosen.
  const [stays, setStays] = useState(false);
  const freeze = () => {
    setStays(true);
    setFrozen((before) => before ?? narrowed);
  };
  // Browsers report a move of 0 pixels when a list opens below a resting pointer.
  const freezeOnMove = ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && freeze();
  const unfreeze = () => setFrozen(undefined);
  const close = () => {
    setOpen(false);
    setStays(false);
    unfreeze();
    highlighted.current = false;
  };

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
      onChange={(_event, option, reason) => {
        if (reason !== 'clear') close();
        tell(option ?? '');
      }}
      disableCloseOnSelect={stays}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={close}
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
        setStays(false);
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
      slotProps={{
        listbox: {
          // Names without blanks take a new line.
          sx: { overflowWrap: 'anywhere' },
          onPointerMove: freezeOnMove,
          onPointerDown: freeze,
          onScroll: () => setStays(true),
          // Who drags out of the list with the button down may come back.
          onPointerLeave: ({ buttons }) => buttons === 0 && unfreeze(),
        },
      }}
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

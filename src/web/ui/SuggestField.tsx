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
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { widgetTexts } from '../texts/widgets.ts';
import { matchingOptions } from './resolveOption.ts';
import { MoreOptions, SuggestionList } from './SuggestionList.tsx';
import { useAcceptedText } from './useAcceptedText.ts';
import { useFocusShortcut } from './useFocusShortcut.ts';
import { useSteadyOptions } from './useSteadyOptions.ts';

const { suggest: texts } = widgetTexts;

/** Two lines from the start: what loads later must not move the option under the pointer. */
const ROW = { display: 'flex', alignItems: 'center', width: '100%', minHeight: 40, '& > *': { width: '100%' } };
/** options beyond this are not listed */
const MAX_OPTIONS = 200;

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
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** an option is highlighted by arrow key or pointer, so Enter applies to it */
  const highlighted = useRef(false);
  useFocusShortcut(input, focusShortcut && !disabled);
  const accepted = useAcceptedText({ suggestions, value, shownValue, freeText, loading, input, onChoose });
  const { text, settled, rejectedText } = accepted;

  // A field with a value offers all other options when it is opened; the text of a filter always narrows the list.
  const narrowed = !freeText && settled === shownValue ? options : matchingOptions(suggestions, settled);
  const { listed, keepsScroll, release, listProps } = useSteadyOptions(narrowed);
  const close = () => {
    setOpen(false);
    release();
    highlighted.current = false;
  };

  const onKeyDown = (event: MuiEvent) => {
    if (event.key !== 'Enter' || freeText || event.nativeEvent.isComposing) return;
    if ((open && highlighted.current) || text === shownValue) return;
    event.preventDefault();
    event.defaultMuiPrevented = true;
    if (accepted.acceptOrWait()) setOpen(false);
  };
  const more = listed.length > MAX_OPTIONS ? texts.more(MAX_OPTIONS, listed.length) : '';
  const field = (
    <Autocomplete
      freeSolo={freeText}
      options={listed}
      value={freeText || value === '' ? null : value}
      onChange={(_event, option, reason) => {
        if (reason !== 'clear') close();
        accepted.choose(option ?? '');
      }}
      disableCloseOnSelect={keepsScroll}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={close}
      onHighlightChange={(_event, option) => {
        highlighted.current = option !== null;
      }}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason === 'blur') return accepted.leave();
        if (reason === 'reset' && accepted.isWaiting()) return;
        if (reason !== 'input' && reason !== 'clear') return accepted.show(next);
        release();
        highlighted.current = false;
        accepted.type(next);
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
          ...listProps,
        },
      }}
      slots={{ paper: SuggestionList }}
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
  return <MoreOptions.Provider value={more}>{field}</MoreOptions.Provider>;
}

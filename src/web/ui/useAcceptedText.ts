/**
 * What becomes of the text in a field that suggests options: it is accepted as an option, waits for the options to load, or
 * is rejected.
 *
 *   useAcceptedText
 */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { exactOption, resolveOption, type Suggestions } from './resolveOption.ts';
import { useDebounced } from './useDebounced.ts';
import { useDraft } from './useDraft.ts';

/** between the last key and what follows from it */
const DEBOUNCE_MS = 200;

interface Field {
  readonly suggestions: Suggestions;
  /** '' for none */
  readonly value: string;
  /** the text of `value` */
  readonly shownValue: string;
  /** any text is a value, 200 ms after the last key */
  readonly freeText: boolean;
  readonly loading: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChoose: (option: string) => void;
}

export function useAcceptedText({ suggestions, value, shownValue, freeText, loading, input, onChoose }: Field) {
  const { draft: text, setDraft: setText, announce } = useDraft(freeText ? value : '');
  /** the value that the caller has or was given */
  const reported = useRef(value);
  /** the text is to be accepted as soon as the options are loaded */
  const acceptLater = useRef(false);
  /** a text that matched no option when the field lost the focus; `value` as it was then */
  const [rejected, setRejected] = useState<{ text: string; value: string }>();

  useEffect(() => {
    reported.current = value;
  }, [value]);
  const choose = (next: string) => {
    acceptLater.current = false;
    reported.current = next;
    if (!freeText || announce(next)) onChoose(next);
  };
  const settled = useDebounced(text, DEBOUNCE_MS);
  const onSettled = useEffectEvent(() => {
    if (freeText) choose(settled);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the text and nothing else
  useEffect(() => onSettled(), [settled]);
  const accept = (): boolean => {
    const option = resolveOption(suggestions, text);
    if (option === undefined) return false;
    setText(suggestions.textOf(option));
    if (option !== reported.current) choose(option);
    return true;
  };
  const reject = () => {
    setText(shownValue);
    if (text.trim() !== '') setRejected({ text: text.trim(), value });
  };
  const onLoaded = useEffectEvent(() => {
    if (!acceptLater.current) return;
    acceptLater.current = false;
    if (!accept() && document.activeElement !== input.current) reject();
  });
  useEffect(() => {
    if (!loading) onLoaded();
  }, [loading]);

  const show = (next: string) => {
    setText(next);
    setRejected(undefined);
  };
  /** @returns whether the text names an option; if the options are still loading, it is accepted later */
  const acceptOrWait = (): boolean => {
    if (accept()) return true;
    if (loading) acceptLater.current = true;
    return false;
  };
  return {
    text,
    /** the text 200 ms after the last key */
    settled,
    rejectedText: rejected?.value === value && text === shownValue ? rejected.text : undefined,
    choose,
    /** Takes a text that the user did not type. */
    show,
    /** Takes a text that the user typed. */
    type(next: string) {
      show(next);
      acceptLater.current = false;
      if (freeText) return;
      const exact = exactOption(suggestions, next);
      if (exact !== undefined && exact !== reported.current) choose(exact);
    },
    acceptOrWait,
    isWaiting: () => acceptLater.current,
    /** When the field loses the focus. */
    leave() {
      if (!acceptOrWait() && !loading) reject();
    },
  };
}

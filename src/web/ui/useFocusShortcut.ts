/**
 * The key / focuses a screen's filter, unless the user is typing or a dialog covers the screen.
 *
 *   useFocusShortcut
 */
import { type RefObject, useEffect } from 'react';

/** Inputs that take no text. */
const NO_TEXT = /^(radio|checkbox|button|submit|file)$/;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !NO_TEXT.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** @param on whether / focuses this field; only one per screen */
export function useFocusShortcut(input: RefObject<HTMLInputElement | null>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // Behind a dialog or menu the screen is hidden from assistive technology, and from this key.
      if (input.current === null || input.current.closest('[aria-hidden="true"]')) return;
      event.preventDefault();
      input.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [input, on]);
}

/**
 * The key / jumps to a screen's filter, unless something is being typed or a dialog stands before the screen.
 *
 *   useFocusShortcut
 */
import { type RefObject, useEffect } from 'react';

/** Radio buttons and checkboxes are inputs that take no text. */
const TEXTLESS = /^(radio|checkbox|button|submit|file)$/;

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !TEXTLESS.test(target.type)
    : target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** @param on whether this field is the one that / is for; one a screen */
export function useFocusShortcut(input: RefObject<HTMLInputElement | null>, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const jump = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      // Behind a dialog or a menu the screen is hidden from assistive technology, and from this key.
      if (input.current === null || input.current.closest('[aria-hidden="true"]')) return;
      event.preventDefault();
      input.current.focus();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, [input, on]);
}

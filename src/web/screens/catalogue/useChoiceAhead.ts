/**
 * A choice in a tree, ahead of the address: the pictures and the tree draw it at once, and nothing else. The address, with which
 * the rest of the screen is drawn, follows after that frame.
 *
 *   ChoiceAhead
 *   useChoiceAhead    for the panel, which is not drawn again by a choice that is ahead
 *   useAhead          for what draws it at once
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Milliseconds: a page that nobody sees has no frames. */
const NO_FRAME_MS = 100;

type Ahead = readonly string[] | undefined;

export interface ChoiceAhead {
  /** undefined: the address has the newest choice */
  readonly now: () => Ahead;
  /** @returns what ends it */
  readonly subscribe: (listener: (ahead: Ahead) => void) => () => void;
}

function makeChoice() {
  let ahead: Ahead;
  const listeners = new Set<(ahead: Ahead) => void>();
  return {
    now: () => ahead,
    subscribe(listener: (ahead: Ahead) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next: Ahead) {
      ahead = next;
      for (const listener of listeners) listener(next);
    },
  };
}

/** @returns what ends it before it has run */
function runAfterFrame(run: () => void): () => void {
  let timer = setTimeout(run, NO_FRAME_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * @param onChoose writes a choice to the address: of several within a frame, the last one
 * @returns the choice that is ahead, and what makes one, both the same at every render
 */
export function useChoiceAhead(onChoose: (chosen: string[]) => void) {
  const [ahead] = useState(makeChoice);
  const latest = useRef(onChoose);
  useLayoutEffect(() => {
    latest.current = onChoose;
  });
  const forget = useRef<() => void>(undefined);
  // Who leaves the screen within the frame must not be brought back.
  useEffect(() => () => forget.current?.(), []);
  const choose = useCallback(
    (next: string[]): void => {
      forget.current?.();
      ahead.set(next);
      forget.current = runAfterFrame(() => {
        // One render for both: the choice is never gone between them.
        latest.current(next);
        ahead.set(undefined);
      });
    },
    [ahead],
  );
  return [ahead as ChoiceAhead, choose] as const;
}

/** @returns the choice that is ahead of the address; undefined: none */
export function useAhead(choice: ChoiceAhead | undefined): Ahead {
  const [ahead, setAhead] = useState(choice?.now);
  useEffect(() => choice?.subscribe(setAhead), [choice]);
  return ahead;
}

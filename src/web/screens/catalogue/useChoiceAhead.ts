/**
 * A choice in a tree, ahead of the address: the pictures and the tree draw it at once, and nothing else. The address, with which
 * the rest of the screen is drawn, follows when the pictures have been shown, or soon.
 *
 *   ChoiceAhead
 *   useChoiceAhead    for the panel, which is not drawn again by a choice that is ahead
 *   useAhead          for what draws it at once
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Milliseconds: a page that nobody sees has no frames. */
const NO_FRAME_MS = 100;
/** The address waits for the pictures for this long, milliseconds: drawing it would keep them from being shown. */
const PATIENCE_MS = 200;

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

/** Runs when the pictures are there and a frame was drawn. @returns what ends it before it has run */
function runWhenShown(pictures: Promise<unknown>, run: () => void): () => void {
  let end = (): void => {};
  let isWaiting = true;
  const follow = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    clearTimeout(patience);
    end = runAfterFrame(run);
  };
  const patience = setTimeout(follow, PATIENCE_MS);
  void pictures.then(follow, follow);
  return () => {
    isWaiting = false;
    clearTimeout(patience);
    end();
  };
}

/**
 * @param onChoose writes a choice to the address: of several that follow each other sooner than that, the last one
 * @returns the choice that is ahead, and what makes one, with its pictures, both the same at every render
 */
export function useChoiceAhead(onChoose: (chosen: string[]) => void) {
  const [ahead] = useState(makeChoice);
  const latest = useRef(onChoose);
  useLayoutEffect(() => {
    latest.current = onChoose;
  });
  const forget = useRef<() => void>(undefined);
  // Who leaves the screen before that must not be brought back.
  useEffect(() => () => forget.current?.(), []);
  const choose = useCallback(
    (next: string[], pictures: Promise<unknown>): void => {
      forget.current?.();
      ahead.set(next);
      forget.current = runWhenShown(pictures, () => {
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
  useEffect(() => {
    // One may have been made since this was drawn.
    setAhead(choice?.now());
    return choice?.subscribe(setAhead);
  }, [choice]);
  return ahead;
}

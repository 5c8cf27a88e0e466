/**
 * Keeps a list of options still under a moving or pressed pointer: a press hits what the user aimed at.
 *
 *   useSteadyOptions
 */
import { type PointerEvent, useState } from 'react';

/** @param options as they would be listed now */
export function useSteadyOptions(options: readonly string[]) {
  const [frozen, setFrozen] = useState<readonly string[]>();
  // MUI scrolls a list to its top whenever the field is drawn again, but not one that stays open when an option is chosen.
  const [keepsScroll, setKeepsScroll] = useState(false);
  const unfreeze = () => setFrozen(undefined);
  const freeze = () => {
    setKeepsScroll(true);
    setFrozen((before) => before ?? options);
  };
  return {
    listed: frozen ?? options,
    keepsScroll,
    /** For a new text, or when the list closes. */
    release() {
      setKeepsScroll(false);
      unfreeze();
    },
    /** handlers of the list's element */
    listProps: {
      // Browsers report a move of 0 pixels when a list opens below a resting pointer.
      onPointerMove: ({ movementX, movementY }: PointerEvent) => (movementX !== 0 || movementY !== 0) && freeze(),
      onPointerDown: freeze,
      onScroll: () => setKeepsScroll(true),
      // Who drags out of the list with the button down may come back.
      onPointerLeave: ({ buttons }: PointerEvent) => buttons === 0 && unfreeze(),
    },
  };
}

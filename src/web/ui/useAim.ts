import { useEffect, useRef } from 'react';

/** A pointer that did not move for this long rests, milliseconds; so does a finger that is down, or an arrow key's choice. */
const REST_MS = 40;

/**
 * Tells what may be chosen soon: a pointer, a finger or an arrow key rests on it. A pointer on its way over other things aims
 * at none of them: each would be asked for and given up, and its connections closed.
 *
 * @param onAim called with what it rests on
 */
export function useAim(onAim: (leaf: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const enter = (leaf: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onAim(leaf);
    }, REST_MS);
  };
  return {
    enter,
    /** within the same leaf */
    move: (leaf: string): void => {
      if (timer.current !== undefined) enter(leaf);
    },
    leave,
  };
}

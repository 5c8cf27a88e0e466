/**
 * What a person types, ahead of the address that follows it: an address takes a moment, and keys do not wait for it.
 *
 *   useDraft
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/**
 * @param value as the address has it; the same object while it says the same
 * @param same whether two values say the same; absent: identical
 * @returns the value to show and what changes it. Before the address is told of a value, `announce` takes it, and answers
 *   whether the address has to be told at all
 */
export function useDraft<T>(value: T, same: (a: T, b: T) => boolean = Object.is) {
  const [draft, setDraft] = useState(value);
  /** told to the address and not yet seen there, oldest first */
  const told = useRef<T[]>([]);
  const follow = useEffectEvent(() => {
    const echo = told.current.findIndex((one) => same(one, value));
    told.current = echo < 0 ? [] : told.current.slice(echo + 1);
    // No echo: changed from outside, by a reset or the way back.
    if (echo < 0) setDraft(value);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the value and nothing else
  useEffect(() => follow(), [value]);
  const announce = (next: T): boolean => {
    const [known] = [...told.current.slice(-1), value];
    if (known !== undefined && same(known, next)) return false;
    told.current.push(next);
    return true;
  };
  return { draft, setDraft, announce };
}

/**
 * What a person chose or typed, ahead of the address that follows it: an address takes a moment, and neither keys nor
 * clicks wait for it.
 *
 *   useDraft     a value
 *   useSearchDraft     a screen's whole address
 */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/**
 * @param value as the address has it
 * @param same whether two values say the same; absent: identical
 * @returns the value to show and what changes it. Before the address is told of a value, `announce` takes it, and answers
 *   whether the address has to be told at all
 */
export function useDraft<T>(value: T, same: (a: T, b: T) => boolean = Object.is) {
  const [draft, setDraft] = useState(value);
  const seen = useRef(value);
  /** told to the address and not yet seen there, oldest first */
  const told = useRef<T[]>([]);
  const follow = useEffectEvent(() => {
    if (same(seen.current, value)) return;
    seen.current = value;
    const echo = told.current.findIndex((one) => same(one, value));
    told.current = echo < 0 ? [] : told.current.slice(echo + 1);
    // No echo: changed from outside, by a reset or the way back.
    if (echo < 0) setDraft(value);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the value and nothing else
  useEffect(() => follow(), [value]);
  useEffect(() => {
    // Back and forward are no echo, even where they lead to a value that was told and skipped on the way.
    const forget = () => {
      told.current = [];
    };
    window.addEventListener('popstate', forget, { capture: true });
    return () => window.removeEventListener('popstate', forget, { capture: true });
  }, []);
  const announce = (next: T): boolean => {
    if (same(told.current.at(-1) ?? seen.current, next)) return false;
    told.current.push(next);
    return true;
  };
  return { draft, setDraft, announce };
}

const sameSearch = <S extends object>(a: S, b: S): boolean => {
  const [one, other] = [a, b] as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (name) => JSON.stringify(one?.[name]) === JSON.stringify(other?.[name]),
  );
};

/**
 * @param search as the address has it
 * @param go     brings the address there
 * @returns what to show, and what changes a part of it: each change starts from the one before, however fast they come
 */
export function useSearchDraft<S extends object>(search: S, go: (next: S, change: Partial<S>) => void) {
  const { draft, setDraft, announce } = useDraft(search, sameSearch);
  const now = { draft, announce, go };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  const change = useCallback(
    (part: Partial<S>): void => {
      const next = { ...latest.current.draft, ...part };
      latest.current.draft = next;
      setDraft(next);
      if (latest.current.announce(next)) latest.current.go(next, part);
    },
    [setDraft],
  );
  return [draft, change] as const;
}

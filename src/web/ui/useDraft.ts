/**
 * What the user chose or typed before it is in the address: changing the address takes a moment, and neither keys nor
 * clicks wait for it.
 *
 *   useDraft           one value
 *   useSearchDraft     a screen's whole search
 */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/**
 * @param value as the address has it
 * @param same whether two values are equal; absent: identical
 * @returns the value to show, and what changes it. Call `announce` before you write a value to the address; it returns whether
 *   that is necessary
 */
export function useDraft<T>(value: T, same: (a: T, b: T) => boolean = Object.is) {
  const [draft, setDraft] = useState(value);
  const seen = useRef(value);
  /** written to the address and not yet seen there, oldest first */
  const announced = useRef<T[]>([]);
  const follow = useEffectEvent(() => {
    if (same(seen.current, value)) return;
    seen.current = value;
    const echo = announced.current.findIndex((one) => same(one, value));
    announced.current = echo < 0 ? [] : announced.current.slice(echo + 1);
    // Not an echo: the address changed by itself, through a reset or Back.
    if (echo < 0) setDraft(value);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the value and nothing else
  useEffect(() => follow(), [value]);
  useEffect(() => {
    // Back and Forward are not echoes, even if they lead to a value that was announced and skipped.
    const forget = () => {
      announced.current = [];
    };
    window.addEventListener('popstate', forget, { capture: true });
    return () => window.removeEventListener('popstate', forget, { capture: true });
  }, []);
  const announce = (next: T): boolean => {
    if (same(announced.current.at(-1) ?? seen.current, next)) return false;
    announced.current.push(next);
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
 * @param go     writes it to the address
 * @returns what to show, and a function that changes a part of it: each change starts from the previous one, however
 * quickly they follow
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

/**
 * The difference between two texts, line by line, with a few unchanged lines around each change.
 *
 *   DiffRow
 *   lineDiff   @returns undefined if they are too large, or differ too much, to be compared in time
 */
import { diffArrays } from 'diff';

export type DiffRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  /** unchanged lines that are left out */
  | { readonly kind: 'skipped'; readonly count: number };

/** unchanged lines shown before and after a change */
const CONTEXT_LINES = 3;
/** Time limit, because the page does not react while two texts are compared. */
const TIMEOUT_MS = 1000;
/** of both texts together */
const MAX_CHARACTERS = 10_000_000;

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');

/** @param isFirst there are no lines before these. @param isLast there are none after them */
function unchanged(lines: readonly string[], isFirst: boolean, isLast: boolean): DiffRow[] {
  const [head, tail] = [isFirst ? 0 : CONTEXT_LINES, isLast ? 0 : CONTEXT_LINES];
  const same = (text: string): DiffRow => ({ kind: 'same', text });
  const skipped = lines.length - head - tail;
  if (skipped <= 1) return lines.map(same);
  return [
    ...lines.slice(0, head).map(same),
    { kind: 'skipped', count: skipped },
    ...lines.slice(lines.length - tail).map(same),
  ];
}

export function lineDiff(before: string, after: string, { timeout = TIMEOUT_MS } = {}): DiffRow[] | undefined {
  if (before.length + after.length > MAX_CHARACTERS) return undefined;
  const changes = diffArrays(linesOf(before), linesOf(after), { timeout });
  return changes?.flatMap(({ value, added, removed }, at): DiffRow[] => {
    if (added || removed) return value.map((text) => ({ kind: added ? 'added' : 'removed', text }));
    return unchanged(value, at === 0, at === changes.length - 1);
  });
}

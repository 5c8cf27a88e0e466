/**
 * What differs between two texts, line by line, with a few unchanged lines around each change.
 *
 *   DiffRow
 *   lineDiff   @returns undefined when they are too large, or differ too much, to be compared in time
 */
export type DiffRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  /** unchanged lines that are left out */
  | { readonly kind: 'skipped'; readonly count: number };

/** unchanged lines shown before and after a change */
const AROUND = 3;
/** The page stands still while two texts are compared: milliseconds, and characters of both. */
const TIMEOUT_MS = 1000;
const CHARACTERS = 10_000_000;

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');

/** @param isFirst nothing stands before these lines; @param isLast nothing after them */
function unchanged(lines: readonly string[], isFirst: boolean, isLast: boolean): DiffRow[] {
  const [head, tail] = [isFirst ? 0 : AROUND, isLast ? 0 : AROUND];
  const same = (text: string): DiffRow => ({ kind: 'same', text });
  const skipped = lines.length - head - tail;
  if (skipped <= 1) return lines.map(same);
  return [
    ...lines.slice(0, head).map(same),
    { kind: 'skipped', count: skipped },
    ...lines.slice(lines.length - tail).map(same),
  ];
}

export async function lineDiff(
  before: string,
  after: string,
  { timeout = TIMEOUT_MS } = {},
): Promise<DiffRow[] | undefined> {
  if (before.length + after.length > CHARACTERS) return undefined;
  const { diffArrays } = await import('diff');
  const changes = diffArrays(linesOf(before), linesOf(after), { timeout });
  return changes?.flatMap(({ value, added, removed }, at): DiffRow[] => {
    if (added || removed) return value.map((text) => ({ kind: added ? 'added' : 'removed', text }));
    return unchanged(value, at === 0, at === changes.length - 1);
  });
}

/**
 * Starting anew because the browser is signed in as somebody else now. The whole page is loaded again: nothing that was shown,
 * typed or kept in memory for the one person reaches the other.
 *
 *   startAnew
 *   startedAnewFor    whom the page was for before, told once
 */
import { sentPacks } from './sentPacks.ts';
import { uploads } from './uploads.ts';

const KEY = 'lacquer-was-for';

/** @param before whose page it was, to be told on the new one; undefined: nothing needs to be said */
export function startAnew(before: string | undefined): void {
  if (before !== undefined) sessionStorage.setItem(KEY, before);
  // Nothing of the one person is sent for the other, and no question keeps the page from going.
  uploads.clear();
  sentPacks.clear();
  window.location.reload();
}

export function startedAnewFor(): string | undefined {
  const before = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return before;
}

/**
 * Reloads the whole page and says why on the new one.
 *
 *   reloadPage
 *   restartPage   because another user has signed in with this browser: nothing that one user saw, typed or has in memory
 *                 reaches the other
 *   takeNote      what the new page says; returned once
 */
import { sentPacks } from './sentPacks.ts';
import { uploads } from './uploads.ts';

const KEY = 'lacquer-note';

/** @param note what the new page says */
export function reloadPage(note: string): void {
  sessionStorage.setItem(KEY, note);
  window.location.reload();
}

/** @param note as in `reloadPage`; undefined: nothing */
export function restartPage(note: string | undefined): void {
  if (note !== undefined) sessionStorage.setItem(KEY, note);
  // Send nothing of one user for the other, and ask nothing before the page is left.
  uploads.clear();
  sentPacks.clear();
  window.location.reload();
}

export function takeNote(): string | undefined {
  const note = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return note;
}

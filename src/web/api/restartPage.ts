/**
 * Reloads the whole page because another user has signed in with this browser: nothing that one user saw, typed or has
 * in memory reaches the other.
 *
 *   restartPage
 *   takePreviousUser    whose page it was before; returned once
 */
import { sentPacks } from './sentPacks.ts';
import { uploads } from './uploads.ts';

const KEY = 'lacquer-was-for';

/** @param previousUser whose page it was, shown on the new page; undefined: nothing to show */
export function restartPage(previousUser: string | undefined): void {
  if (previousUser !== undefined) sessionStorage.setItem(KEY, previousUser);
  // Send nothing of one user for the other, and ask nothing before the page is left.
  uploads.clear();
  sentPacks.clear();
  window.location.reload();
}

export function takePreviousUser(): string | undefined {
  const previousUser = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return previousUser;
}

/**
 * Loads the whole page again because another user has signed in with this browser: nothing that one user saw, typed or has
 * in memory reaches the other.
 *
 *   restartPage
 *   takePreviousUser    whose page it was before; told once
 */
import { sentPacks } from './sentPacks.ts';
import { uploads } from './uploads.ts';

const KEY = 'lacquer-was-for';

/** @param previousUser whose page it was, told on the new page; undefined: nothing needs to be told */
export function restartPage(previousUser: string | undefined): void {
  if (previousUser !== undefined) sessionStorage.setItem(KEY, previousUser);
  // Nothing of one user is sent for the other, and no question holds the page.
  uploads.clear();
  sentPacks.clear();
  window.location.reload();
}

export function takePreviousUser(): string | undefined {
  const previousUser = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return previousUser;
}

/**
 * Changes the language of this browser: the server sends the same page in the other one. What the screen shows is in the
 * address.
 */
import { LANGUAGE_COOKIE } from '../../contract/index.ts';
import { languageTexts } from '../texts/language.ts';

/** seconds */
const YEAR = 365 * 86_400;

export function switchLanguage(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that we support has the Cookie Store
  document.cookie = `${LANGUAGE_COOKIE}=${languageTexts.other}; path=/; max-age=${YEAR}; samesite=lax`;
  window.location.reload();
}

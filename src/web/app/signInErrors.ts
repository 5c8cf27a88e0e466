/**
 * What the sign-in page says if signing in at the provider failed.
 *
 *   signInErrorIn   the text for the `signInError` of an address, or undefined
 */
import { SIGN_IN_ERRORS } from '../../contract/index.ts';
import { signInTexts } from '../texts/signIn.ts';

export function signInErrorIn(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('signInError');
  const code = SIGN_IN_ERRORS.find((one) => one === wanted);
  return code && signInTexts.errors[code];
}

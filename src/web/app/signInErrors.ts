/**
 * What the sign-in page says when signing in at the provider failed.
 *
 *   signInErrorIn   the text for the `signInError` of an address, or undefined
 */
import { SIGN_IN_ERRORS, type SignInError } from '../../contract/index.ts';
import { signInTexts } from '../texts/signIn.ts';

const TEXTS: Readonly<Record<SignInError, string>> = signInTexts.errors;

export function signInErrorIn(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('signInError');
  const code = SIGN_IN_ERRORS.find((one) => one === wanted);
  return code && TEXTS[code];
}

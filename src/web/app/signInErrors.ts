/**
 * What the sign-in page says when signing in at the provider failed.
 *
 *   signInErrorIn   the text for the `signInError` of an address, or undefined
 */
import { SIGN_IN_ERRORS, type SignInError } from '../../contract/index.ts';

const TEXTS: Readonly<Record<SignInError, string>> = {
  'provider-refused': 'The sign-in was refused or cancelled at the sign-in service. Try again.',
  'provider-away': 'The sign-in service is not responding. Try again in a minute, or use a local account.',
  'sign-in-expired': 'The sign-in took too long or was started in another window. Try again.',
  'sign-in-failed':
    'The answer of the sign-in service is not valid. Try again; if that does not help, tell an administrator.',
  'account-disabled': 'Your account is disabled. An administrator can enable it.',
  'name-taken': 'Your user name belongs to another account here. An administrator can help.',
  'name-not-usable':
    'Your user name at the sign-in service cannot be used here. An administrator can find the reason in the log.',
  'too-many-sign-ins': 'Too many attempts to sign in. Wait a minute and try again.',
};

export function signInErrorIn(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('signInError');
  const code = SIGN_IN_ERRORS.find((one) => one === wanted);
  return code && TEXTS[code];
}

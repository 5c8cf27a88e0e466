/**
 * What the sign-in page says when a sign-in at the provider did not become one here.
 *
 *   signInErrorIn   the text for the address's `signInError`, or undefined
 */
import { SIGN_IN_ERRORS, type SignInError } from '../../contract/index.ts';

const TEXTS: Readonly<Record<SignInError, string>> = {
  'provider-refused': 'The sign-in was refused or given up there. Try again.',
  'provider-away': 'The sign-in service does not answer. Try again in a minute, or use a local account.',
  'sign-in-expired': 'The sign-in took too long or began in another window. Try again.',
  'sign-in-failed': 'The sign-in service’s answer does not hold. Try again; if it stays, tell an administrator.',
  'account-disabled': 'Your account is disabled. An administrator can enable it.',
  'name-taken': 'Your user name belongs to another account here. An administrator can help.',
  'name-not-usable':
    'The user name that you have there cannot be used here. An administrator finds the reason in the log.',
  'too-many-sign-ins': 'Too many attempts to sign in. Wait a minute and try again.',
};

export function signInErrorIn(search: string): string | undefined {
  const wanted = new URLSearchParams(search).get('signInError');
  const code = SIGN_IN_ERRORS.find((one) => one === wanted);
  return code && TEXTS[code];
}

/**
 * Texts of the sign-in page. Part of the first load.
 *
 *   signInTexts
 */
export const signInTexts = {
  title: 'Sign in',
  again: 'Sign in again',
  welcome: 'Sign in to see your cars',
  expired: (username: string) => `Your session has ended. Sign in as ${username} to continue where you left off.`,
  username: 'User name',
  password: 'Password',
  /** why signing in at the provider failed */
  errors: {
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
  },
};

/**
 * Texts of the dialogs about the user's own password.
 *
 *   passwordTexts
 */
export const passwordTexts = {
  change: {
    title: 'Change my password',
    confirm: 'Change password',
    changing: 'Changing …',
    current: 'Current password',
    wanted: 'New password',
    again: 'New password, again',
    fillIn: (field: string) => `Fill in: ${field}.`,
    differ: 'The two new passwords differ.',
    differHint: 'The two differ.',
    length: 'At least 12 characters',
  },
  prompt: {
    title: 'Confirm that it is you',
    confirm: 'Confirm',
    password: 'Password',
    missing: 'Type your password.',
    checking: 'Checking …',
  },
};

/**
 * Texts of the dialogs about the user's own password.
 *
 *   accountTexts
 */
export const accountTexts = {
  change: {
    title: 'Change my password',
    confirm: 'Change password',
    current: 'Current password',
    wanted: 'New password',
    again: 'New password, again',
    length: 'At least 12 characters',
    fillIn: (field: string) => `Fill in: ${field}.`,
    differ: 'The two new passwords differ.',
    differHere: 'The two differ.',
    underWay: 'Changing …',
  },
  confirm: {
    title: 'Confirm that it is you',
    confirm: 'Confirm',
    password: 'Password',
    missing: 'Type your password.',
    underWay: 'Checking …',
  },
};

/**
 * Texts shown instead of a screen that does not exist or that the user may not open.
 *
 *   noScreenTexts
 */
export const noScreenTexts = {
  toStart: 'Go to the start page',
  forbidden: {
    title: 'You don’t have access to this screen',
    text: 'An administrator can give you the role that you need.',
  },
  notFound: {
    title: 'There is no screen at this address',
    text: 'The address may be mistyped, or the link is from another version of Lacquer.',
  },
};

/**
 * Texts of Refresh caches.
 *
 *   cachesTexts
 */
export const cachesTexts = {
  title: 'Refresh caches',
  note: 'Pictures and sets are kept in memory and always up to date. Refreshing makes the server read them from the store again: nothing is lost, the next pictures take a moment longer.',
  /** The specification writes Preprod here. */
  refresh: {
    embargo: 'Refresh caches for Embargo',
    preprod: 'Refresh caches for Preprod',
    prod: 'Refresh caches for Prod',
  },
};

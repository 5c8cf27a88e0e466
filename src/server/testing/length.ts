/**
 * How long tests run: `npm test` runs fewer rounds of repeating tests, `npm run test:all` (LACQUER_TEST_FULL=1) all of them.
 *
 *   FULL      whether this is the long run
 *   shorter   a number of rounds or runs
 */
export const FULL = process.env['LACQUER_TEST_FULL'] === '1';

/** @returns `whole` in the long run, `part` otherwise */
export const shorter = (whole: number, part: number): number => (FULL ? whole : part);

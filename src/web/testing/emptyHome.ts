/** What the start page is answered where nothing waits and every first step is done; tests replace what they are about. */
import type { HomeTrouble } from '../../contract/index.ts';
import type { Answers } from './openApp.tsx';

export const none = { count: 0, more: false, newest: [] };
export const QUIET: HomeTrouble = { failedJobs: none, refusedPacks: none, disk: { free: 100e9, reserve: 1e9 } };
export const DONE = { done: true, configurations: true, metaPack: true, pictures: true, users: true };
export const NOTHING: Answers = {
  firstSteps: () => DONE,
  homeTrouble: () => QUIET,
  homePacks: () => ({ refused: none, reading: none, live: none }),
  homePromotion: () => ({ preprod: { count: 0, newest: [] }, prod: { count: 0, newest: [] } }),
  homeSets: () => ({ area: 'embargo', since: null, sets: none }),
};

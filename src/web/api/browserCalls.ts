/**
 * Which calls the browser makes. The others would only enlarge the first load.
 *
 *   BrowserCalls, isBrowserCall
 */
import type { routes } from '../../contract/index.ts';

/** Calls that only links and programs use. */
const OTHERS = [
  'environmentConfig',
  'events',
  'job',
  'metrics',
  'oidcCallback',
  'oidcStart',
  'staticPicture',
  'writable',
] as const;

export type BrowserCalls = Omit<typeof routes, (typeof OTHERS)[number]>;

export const isBrowserCall = (name: string): boolean => !OTHERS.some((one) => one === name);

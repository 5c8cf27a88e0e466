/**
 * Which calls the browser makes. The others would only make the first load larger.
 *
 *   BrowserCalls, isBrowserCall
 */
import type { routes } from '../../contract/index.ts';

/** Links and programs ask for these. */
const OTHERS = ['environmentConfig', 'events', 'oidcCallback', 'oidcStart', 'staticPicture', 'writable'] as const;

export type BrowserCalls = Omit<typeof routes, (typeof OTHERS)[number]>;

export const isBrowserCall = (name: string): boolean => !OTHERS.some((one) => one === name);

/**
 * The calls as the browser needs them: method, path and kind of answer. The built app has them without their schemas
 * (vite.config.ts), which take 31 kB with their library: the server has already checked its answers against them.
 *
 *   wire
 */
import { routes, type Wire, type WireOf } from '../../contract/index.ts';
import { type BrowserCalls, isBrowserCall } from './browserCalls.ts';

const ownRoutes: WireOf<BrowserCalls> = routes;

export const wire = Object.fromEntries(
  Object.entries<Wire>(ownRoutes).filter(([name]) => isBrowserCall(name)),
) as typeof ownRoutes;

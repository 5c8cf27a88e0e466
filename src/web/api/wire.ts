/**
 * The calls as the browser needs them: method, path, kind of answer. The built app has them without their schemas
 * (vite.config.ts): the server has checked what it answers against the same ones, and they weigh 31 kB with what they
 * are written in.
 *
 *   wire
 */
import { routes, type WireOf } from '../../contract/index.ts';

export const wire: WireOf<typeof routes> = routes;

/**
 * Which caches may keep a picture, and which pages may show it.
 *
 *   openPictureCaching
 *   SetCaching
 */
import type { FastifyReply } from 'fastify';
import type { Area } from '../../contract/index.ts';
import type { Caller } from '../handlers.ts';

export type SetCaching = (
  reply: FastifyReply,
  picture: {
    area: Area;
    caller: Caller;
    /** header of the request that chose the format; absent: none */
    chosenBy?: 'Accept' | undefined;
  },
) => void;

/** A cache may keep serving what it has while no server answers. */
const WITHOUT_SERVER_SECONDS = 24 * 3600;

/**
 * @param publicSeconds pictures of Prod are public, and caches of everybody may show them for so long before they ask again;
 *   undefined: they are not public
 */
export const openPictureCaching =
  (publicSeconds: number | undefined): SetCaching =>
  (reply, { area, caller, chosenBy }) => {
    const vary = (names: readonly (string | undefined)[]) => {
      // Rules for pages of other origins have set it where the answer depends on the origin.
      const all = [reply.getHeader('vary'), ...names].filter((name) => name !== undefined);
      if (all.length > 0) reply.header('vary', all.join(', '));
    };
    // A signed-in caller may see hidden sets, so only answers to anonymous callers may be cached for everybody.
    if (area === 'prod' && publicSeconds !== undefined && caller.username === '') {
      const age = `max-age=${publicSeconds}, stale-if-error=${WITHOUT_SERVER_SECONDS}`;
      reply.header('cache-control', `public, ${age}`).header('cross-origin-resource-policy', 'cross-origin');
      if (reply.getHeader('access-control-allow-origin') === undefined) {
        reply.header('access-control-allow-origin', '*');
      }
      vary([chosenBy]);
      return;
    }
    reply.header('cache-control', area === 'prod' ? 'private, no-cache' : 'no-store');
    vary([chosenBy, 'Cookie', 'Authorization']);
  };

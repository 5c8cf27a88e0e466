/** Model words and thumbnails of an area's sets as calls. */
import type { thumbnailRoutes } from '../../contract/thumbnails.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Handlers } from '../handlers.ts';
import { matches } from '../platform/http/conditional.ts';
import { notFound } from '../platform/http/errors.ts';
import type { Thumbnails } from './thumbnails.ts';

export const thumbnailHandlers = ({
  catalogue,
  thumbnails,
}: {
  catalogue: Catalogue;
  thumbnails: Thumbnails;
}): Handlers<typeof thumbnailRoutes> => ({
  cars: async ({ mount: { area }, caller }) => {
    const [ids, cars] = await Promise.all([catalogue.seenBy(caller.can).ids(area), thumbnails.list(area)]);
    const seen = new Set(ids);
    return cars.filter(({ disId }) => seen.has(disId));
  },

  thumbnail: async ({ mount: { area }, params: { id }, caller, request, reply }) => {
    await catalogue.seenBy(caller.can).check(area, id);
    const found = await thumbnails.picture(area, id);
    if (!found) throw notFound('no-thumbnail', `There is no thumbnail of ${id}.`);
    const etag = `"${found.sha256}"`;
    reply.header('etag', etag).header('cache-control', area === 'prod' ? 'private, no-cache' : 'no-store');
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/webp').send(found.bytes);
  },
});

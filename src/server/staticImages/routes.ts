/** The calls of static pictures: criteria, search, the pictures themselves, and PDFs of them. */
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { staticImageRoutes } from '../../contract/staticImages.ts';
import type { OptionType } from '../../engine/optionTypes.ts';
import { imageNameOf, queryOfWildcard } from '../../engine/staticImages.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { DerivedForms } from '../catalogue/derivedForms.ts';
import { accountOf, type Caller, type Handlers } from '../handlers.ts';
import type { SetCaching } from '../pictures/caching.ts';
import type { Preparer } from '../pictures/prepare.ts';
import { PREVIEW_KINDS, PREVIEW_TYPES, type Previews } from '../pictures/previews.ts';
import { findStrippedPieces, readStripped, STRIPPED_KIND } from '../pictures/strippedPictures.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { matches } from '../platform/http/conditional.ts';
import { badRequest, notFound } from '../platform/http/errors.ts';
import { rangeOf } from '../platform/http/range.ts';
import { sizeOf } from '../platform/imageFiles/pieces.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { PdfMaker, PdfRequest } from './pdfMaker.ts';
import { openStaticSearch, parseOptionType, toImageInfos, toStaticQuery } from './search.ts';
import type { StaticIndexes, StoredImage } from './staticIndexes.ts';

const INLINE = { type: 'inline' } as const;

const TITLES: Readonly<Record<OptionType, string>> = {
  colors: 'Colors',
  trims: 'Trims',
  features: 'Features',
  co2: 'CO2',
  dimensions: 'Dimensions',
};

export function staticImageHandlers({
  catalogue,
  indexes,
  derived,
  blobs,
  prepare,
  previews,
  pdfs,
  setCaching,
  basePath,
}: {
  catalogue: Catalogue;
  indexes: StaticIndexes;
  derived: DerivedForms;
  blobs: Blobs;
  prepare: Preparer;
  previews: Previews;
  pdfs: PdfMaker;
  setCaching: SetCaching;
  /** path below which a proxy serves the calls, or '' */
  basePath: string;
}): Handlers<typeof staticImageRoutes> {
  const search = openStaticSearch(indexes);

  async function sendPdf(
    content: Pick<PdfRequest, 'title' | 'facts'>,
    found: readonly StoredImage[],
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (found.length === 0) {
      const of = content.facts.length > 1 ? ` for ${content.facts.slice(1).join(', ')}` : '';
      throw notFound('nothing-to-print', `There are no pictures of ${content.title}${of} to print in this area.`);
    }
    const account = accountOf(caller, request);
    const images = found.map((image) => ({
      name: imageNameOf(image.path),
      folder: image.path.slice(0, image.path.lastIndexOf('/')),
      jpeg: () =>
        previews.of(image, 'print', account).catch((error: unknown) => {
          reply.log.error(error, `PDF: the picture ${image.path} could not be read`);
          return undefined;
        }),
    }));
    const bytes = await pdfs.make({ ...content, images }, account);
    reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', contentDisposition(`${[content.title, ...content.facts].join(' ')}.pdf`));
    return reply.send(bytes);
  }

  return {
    versionsCriteria: async ({ mount, caller }) => {
      const models = new Set<string>();
      const mapping = await catalogue.seenBy(caller.can).mapping(mount.area);
      await eachInTurns(mapping.keys(), (version) => models.add(version.slice(0, 6)));
      return search.criteria(
        mount.area,
        [...models].map((part) => ({ model: part.slice(0, 4), bodyStyle: part.slice(4) })),
      );
    },
    versionsStaticCriteria: ({ mount }) => search.criteria(mount.area, []),

    optionImageInfo: async ({ mount, query, request }) => {
      const wanted = queryOfWildcard(query.versionWildcard.padEnd(16, 'x'));
      const found: StoredImage[] = [];
      for (const type of ['colors', 'trims', 'features'] as const) {
        for (const image of await search.images(mount.area, type, wanted, false)) found.push(image);
      }
      return toImageInfos(found, `${basePath}${mount.prefix}`, request);
    },

    imageInfo: async ({ mount, params, query, request }) => {
      const type = parseOptionType(params.optionType);
      const found = await search.images(mount.area, type, toStaticQuery(query), query.explicit === 'true');
      return toImageInfos(found, `${basePath}${mount.prefix}`, request);
    },

    co2ClassImages: async ({ mount, query, request }) => {
      const found = await search.images(mount.area, 'co2', {}, query.explicit === 'true');
      return toImageInfos(found, `${basePath}${mount.prefix}`, request);
    },

    staticPicture: async ({ mount, params, query, caller, request, reply }) => {
      const image = (await indexes(mount.area)).imageOf(params.sha256);
      if (!image) throw notFound('unknown-picture', 'This area has no such static picture.');
      const { size } = query;
      const etag = `"${image.sha256}.${size ? PREVIEW_KINDS[size] : STRIPPED_KIND}"`;
      setCaching(reply, { area: mount.area, caller });
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
      const small = size && (await previews.of(image, size, accountOf(caller, request)));
      const pieces = small ? [] : await findStrippedPieces({ derived, blobs, prepare }, image);
      const total = small ? small.length : sizeOf(pieces);
      const rangeIsValid = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
      const range = rangeIsValid ? rangeOf(request.headers.range, total) : 'whole';
      if (range === 'none') return reply.code(416).header('content-range', `bytes */${total}`).send();
      reply
        .type(size ? PREVIEW_TYPES[size] : `image/${image.format}`)
        .header('etag', etag)
        .header('accept-ranges', 'bytes')
        .header('content-disposition', contentDisposition(image.path.slice(image.path.lastIndexOf('/') + 1), INLINE));
      if (range === 'whole') return reply.send(small || (await readStripped({ blobs }, image, pieces)));
      const { start, end } = range;
      const part = small ? small.subarray(start, end + 1) : await readStripped({ blobs }, image, pieces, range);
      return reply.code(206).header('content-range', `bytes ${start}-${end}/${total}`).send(part);
    },

    featuresPdf: async ({ mount, query, caller, request, reply }) => {
      const { brand = '', model = '' } = query;
      if (brand === '' || model === '') {
        throw badRequest('brand-and-model', 'PDF Download: Please select brand and model');
      }
      const found = await search.images(mount.area, 'features', { brand, model }, false);
      return sendPdf({ title: TITLES.features, facts: [mount.area, brand, model] }, found, caller, request, reply);
    },

    pdf: async ({ mount, params, caller, request, reply }) => {
      const type = parseOptionType(params.type);
      const found = await search.images(mount.area, type, {}, false);
      return sendPdf({ title: TITLES[type], facts: [mount.area] }, found, caller, request, reply);
    },
  };
}

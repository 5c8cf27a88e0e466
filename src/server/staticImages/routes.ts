/** The calls of static pictures: criteria, search, the pictures themselves, and PDFs of them. */
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Area } from '../../contract/index.ts';
import type { Criterion, StaticImageInfo, staticImageRoutes, VersionsCriteria } from '../../contract/staticImages.ts';
import {
  findStatic,
  imageNameOf,
  OPTION_TYPES,
  type OptionType,
  parseWildcard,
  queryOfWildcard,
  type StaticQuery,
  type StaticValues,
  staticCriteria,
} from '../../engine/staticImages.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Derived } from '../catalogue/derived.ts';
import { accountOf, type Caller, type Handlers } from '../handlers.ts';
import type { Prepare } from '../pictures/prepare.ts';
import { PREVIEW_KINDS, PREVIEW_TYPES, type Previews } from '../pictures/previews.ts';
import { SERVED_KIND, servedPart, servedPieces } from '../pictures/served.ts';
import type { Blobs } from '../platform/blobs/blobs.ts';
import { matches } from '../platform/http/conditional.ts';
import { badRequest, notFound } from '../platform/http/errors.ts';
import { rangeOf } from '../platform/http/range.ts';
import { sizeOf } from '../platform/imageFiles/pieces.ts';
import { eachInTurns } from '../platform/threads/turns.ts';
import type { PdfMaker, Printed } from './pdfMaker.ts';
import type { StaticIndexes, StoredImage } from './staticIndexes.ts';

const criterion = (query: StaticValues): Criterion => ({
  brand: query.brand ?? '',
  carLine: query.model ?? '',
  majorMinorIndicator: query.majorMinor ?? '',
  bodyStyle: query.bodyStyle ?? '',
});

/** @throws ApiError 400 that lists the types */
function typeOf(text: string): OptionType {
  const type = OPTION_TYPES.find((one) => one === text.toLowerCase());
  if (!type) throw badRequest('unknown-type', `${text} is no type. Types: ${OPTION_TYPES.join(', ')}.`);
  return type;
}

const INLINE = { type: 'inline' } as const;

const TITLES: Readonly<Record<OptionType, string>> = {
  colors: 'Colors',
  trims: 'Trims',
  features: 'Features',
  co2: 'CO2',
  dimensions: 'Dimensions',
};

/** '' and absent mean every value; a part of the indicator leaves the other open. */
function queryOf(named: {
  familyCode?: string | undefined;
  bodyStyle?: string | undefined;
  brand?: string | undefined;
  majorIndicator?: string | undefined;
  minorIndicator?: string | undefined;
}): StaticQuery {
  const { familyCode = '', bodyStyle = '', brand = '', majorIndicator = '', minorIndicator = '' } = named;
  const majorMinor = parseWildcard(`${majorIndicator || 'x'}${minorIndicator || 'x'}`);
  return {
    ...(familyCode !== '' && { model: familyCode }),
    ...(bodyStyle !== '' && { bodyStyle }),
    ...(brand !== '' && { brand }),
    ...(majorMinor !== undefined && { majorMinor }),
  };
}

export function staticImageHandlers({
  catalogue,
  indexes,
  derived,
  blobs,
  prepare,
  previews,
  pdfs,
}: {
  catalogue: Catalogue;
  indexes: StaticIndexes;
  derived: Derived;
  blobs: Blobs;
  prepare: Prepare;
  previews: Previews;
  pdfs: PdfMaker;
}): Handlers<typeof staticImageRoutes> {
  async function search(area: Area, type: OptionType, query: StaticQuery, explicit: boolean): Promise<StoredImage[]> {
    const { packs } = await indexes(area);
    const found: StoredImage[] = [];
    await eachInTurns(findStatic(packs, type, query, explicit), (image) => found.push(image));
    return found;
  }

  async function info(images: readonly StoredImage[], prefix: string, request: FastifyRequest) {
    const base = `${request.protocol}://${request.host}${prefix}/api/v2/image/static/pictures`;
    const infos: StaticImageInfo[] = [];
    await eachInTurns(images, ({ path, sha256 }) => {
      const file = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
      infos.push({ imageName: imageNameOf(path), path, url: `${base}/${sha256}/${file}` });
    });
    return infos;
  }

  async function criteriaOf(area: Area, ofVersions: readonly StaticValues[]): Promise<VersionsCriteria> {
    const { packs } = await indexes(area);
    const filters = (type: OptionType, more: readonly StaticValues[] = []) => {
      const all = [...staticCriteria(packs, type), ...more].map(criterion);
      return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
    };
    return {
      colorFilters: filters('colors', ofVersions),
      trimFilters: filters('trims', ofVersions),
      featureFilters: filters('features'),
      dimensionFilters: filters('dimensions'),
      co2Filters: filters('co2'),
    };
  }

  async function pdf(
    page: Pick<Printed, 'title' | 'facts'>,
    found: readonly StoredImage[],
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (found.length === 0) {
      const of = page.facts.length > 1 ? ` for ${page.facts.slice(1).join(', ')}` : '';
      throw notFound('nothing-to-print', `There are no pictures of ${page.title}${of} to print in this area.`);
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
    const bytes = await pdfs.make({ ...page, images }, account);
    reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', contentDisposition(`${[page.title, ...page.facts].join(' ')}.pdf`));
    return reply.send(bytes);
  }

  return {
    versionsCriteria: async ({ mount, caller }) => {
      const models = new Set<string>();
      const mapping = await catalogue.seenBy(caller.can).mapping(mount.area);
      await eachInTurns(mapping.keys(), (version) => models.add(version.slice(0, 6)));
      return criteriaOf(
        mount.area,
        [...models].map((part) => ({ model: part.slice(0, 4), bodyStyle: part.slice(4) })),
      );
    },
    versionsStaticCriteria: ({ mount }) => criteriaOf(mount.area, []),

    optionImageInfo: async ({ mount, query, request }) => {
      const asked = queryOfWildcard(query.versionWildcard.padEnd(16, 'x'));
      const found: StoredImage[] = [];
      for (const type of ['colors', 'trims', 'features'] as const) {
        for (const image of await search(mount.area, type, asked, false)) found.push(image);
      }
      return info(found, mount.prefix, request);
    },

    imageInfo: async ({ mount, params, query, request }) => {
      const type = typeOf(params.optionType);
      const found = await search(mount.area, type, queryOf(query), query.explicit === 'true');
      return info(found, mount.prefix, request);
    },

    co2ClassImages: async ({ mount, query, request }) => {
      const found = await search(mount.area, 'co2', {}, query.explicit === 'true');
      return info(found, mount.prefix, request);
    },

    staticPicture: async ({ mount, params, query, caller, request, reply }) => {
      const image = (await indexes(mount.area)).imageOf(params.sha256);
      if (!image) throw notFound('unknown-picture', 'This area has no such static picture.');
      const { size } = query;
      const etag = `"${image.sha256}.${size ? PREVIEW_KINDS[size] : SERVED_KIND}"`;
      reply
        .header('vary', 'Cookie, Authorization')
        .header('cache-control', mount.area === 'prod' ? 'private, no-cache' : 'no-store');
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).header('etag', etag).send();
      const small = size && (await previews.of(image, size, accountOf(caller, request)));
      const pieces = small ? [] : await servedPieces({ derived, blobs, prepare }, image);
      const total = small ? small.length : sizeOf(pieces);
      const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
      const range = asked ? rangeOf(request.headers.range, total) : 'whole';
      if (range === 'none') return reply.code(416).header('content-range', `bytes */${total}`).send();
      reply
        .type(size ? PREVIEW_TYPES[size] : `image/${image.format}`)
        .header('etag', etag)
        .header('accept-ranges', 'bytes')
        .header('content-disposition', contentDisposition(image.path.slice(image.path.lastIndexOf('/') + 1), INLINE));
      if (range === 'whole') return reply.send(small || (await servedPart({ blobs }, image, pieces)));
      const { start, end } = range;
      const part = small ? small.subarray(start, end + 1) : await servedPart({ blobs }, image, pieces, range);
      return reply.code(206).header('content-range', `bytes ${start}-${end}/${total}`).send(part);
    },

    featuresPdf: async ({ mount, query, caller, request, reply }) => {
      const { brand = '', model = '' } = query;
      if (brand === '' || model === '') {
        throw badRequest('brand-and-model', 'PDF Download: Please select brand and model');
      }
      const found = await search(mount.area, 'features', { brand, model }, false);
      return pdf({ title: TITLES.features, facts: [mount.area, brand, model] }, found, caller, request, reply);
    },

    pdf: async ({ mount, params, caller, request, reply }) => {
      const type = typeOf(params.type);
      const found = await search(mount.area, type, {}, false);
      return pdf({ title: TITLES[type], facts: [mount.area] }, found, caller, request, reply);
    },
  };
}

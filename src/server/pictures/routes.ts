/** The picture calls: plan, ETag, and only then painting. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Area } from '../../contract/index.ts';
import type { Explanation, pictureRoutes } from '../../contract/pictures.ts';
import { driverOf } from '../../engine/countries.ts';
import { paintPlan, picturesOf } from '../../engine/layers.ts';
import type { Driver, Resolution, Viewport } from '../../engine/meta.ts';
import { type Painter, PaintQueueFull } from '../../paint/index.ts';
import type { Catalogue, ServedSet } from '../catalogue/catalogue.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { viewportOf } from '../catalogue/routes.ts';
import { configure, idsOf } from '../configuration/configured.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { ApiError, badRequest, notFound, unavailable } from '../platform/http/errors.ts';
import type { Serves } from '../serves.ts';
import { etagOf, matches } from './etag.ts';
import { type Format, formatOf } from './format.ts';
import { type LayerStores, layerSource } from './layerSource.ts';

interface Wanted {
  viewport: Viewport;
  driver: Driver;
  resolution: Resolution;
  angle: string;
}

/** @throws ApiError 404 naming what the set lacks */
function wanted(
  set: ServedSet,
  query: { viewport: string; driverType?: Driver | undefined; size?: string | undefined; view: string },
): Wanted {
  const viewport = viewportOf(query.viewport);
  const profile = set.profile[viewport];
  if (!profile) throw notFound('no-viewport', `${set.disId} has no ${viewport} view.`);
  if (!profile.angles.includes(query.view)) {
    throw notFound(
      'unknown-angle',
      `${set.disId} has no ${viewport} angle ${query.view}. Angles: ${profile.angles.join(', ')}.`,
    );
  }
  const resolution =
    query.size === undefined ? profile.resolutions[0] : profile.resolutions.find((r) => r.name === query.size);
  if (!resolution) {
    const names = profile.resolutions.map((r) => r.name).join(', ');
    throw notFound(
      'unknown-resolution',
      `${set.disId} has no ${viewport} resolution ${query.size ?? ''}. Resolutions: ${names}.`,
    );
  }
  if (resolution.angles && !resolution.angles.includes(query.view)) {
    throw notFound('angle-not-delivered', `${resolution.name} is not delivered for the angle ${query.view}.`);
  }
  return { viewport, driver: query.driverType ?? 'LHD', resolution, angle: query.view };
}

/** Header values are ASCII; layer names may not be. */
const headerList = (names: readonly string[]): string => names.map((name) => encodeURIComponent(name)).join(',');

/** Aborted when the caller goes away before it was answered. */
function whileConnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ApiError(499, 'gone', 'The caller went away.'));
  });
  return controller.signal;
}

type OptionsQuery = z.output<(typeof pictureRoutes)['imageFromOptions']['query']>;

/** On submit the version field is cut to its first 16 characters (section 5). */
const VERSION_LENGTH = 16;

export function pictureHandlers({
  catalogue,
  globalConfigs,
  painter,
  ...stores
}: LayerStores & {
  catalogue: Catalogue;
  globalConfigs: OpenGlobalConfigs;
  painter: Painter;
}): Serves<typeof pictureRoutes> {
  /** Set, version and options of a call, brought to what is painted. */
  async function fromOptions(area: Area, disId: string, query: OptionsQuery, reply: FastifyReply) {
    const { country } = query;
    const found = await configure({ catalogue, globalConfigs }, area, {
      version: query.versionId.slice(0, VERSION_LENGTH),
      disId,
      chosen: idsOf(query.color, query.trim, query.options),
      country,
    });
    const driverType = driverOf(query.driverType, country, await globalConfigs.of(area));
    const what = wanted(found.set, { ...query, driverType });
    const layers = found.configuration.layersOfViewport(what.viewport, found.version, found.chosen);
    reply.header('x-lacquer-version', found.version);
    if (found.dropped.length > 0) reply.header('x-lacquer-dropped', headerList(found.dropped));
    return { found, what, names: layers.map((layer) => layer.layer) };
  }

  function planOf(set: ServedSet, { viewport, driver, resolution, angle }: Wanted, names: readonly string[]) {
    return paintPlan<SetPicture>({
      layers: set.layers[viewport],
      chosen: names,
      angle,
      driver,
      resolution: resolution.name,
      pictures: picturesOf(set.pictures[viewport]),
    });
  }

  async function answer(
    set: ServedSet,
    what: Wanted,
    names: readonly string[],
    override: Format | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const begun = performance.now();
    const { viewport, resolution, angle } = what;
    const plan = planOf(set, what, names);
    if (plan.undeclared.length > 0) {
      throw badRequest('unknown-layer', `${set.disId} declares no ${viewport} layer ${plan.undeclared.join(', ')}.`);
    }
    if (plan.layers.length === 0) {
      throw notFound('no-picture', `None of the named layers has a picture from the angle ${angle}.`);
    }
    const format = formatOf(override, request.headers.accept);
    if (!format) throw new ApiError(406, 'not-acceptable', 'Accept allows none of image/webp, image/png, image/jpeg.');
    const { width, height } = resolution;
    const etag = etagOf({ layers: plan.layers.map((layer) => layer.picture.sha256), width, height, format });
    reply
      .header('etag', etag)
      .header('vary', 'Accept, Cookie, Authorization')
      .header('cache-control', set.area === 'prod' ? 'private, no-cache' : 'no-store')
      .header('x-lacquer-layers', headerList(plan.layers.map((layer) => layer.layer)));
    if (plan.missing.length > 0) reply.header('x-lacquer-missing', headerList(plan.missing));
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const planned = performance.now() - begun;
    const { bytes, from, times } = await painter
      .paint(
        {
          layers: plan.layers.map(({ picture }) => layerSource(stores, picture)),
          width,
          height,
          format,
        },
        whileConnected(reply),
      )
      .catch((error: unknown) => {
        if (!(error instanceof PaintQueueFull)) throw error;
        throw unavailable('busy', 'Too many pictures are being painted. Try again in a moment.', { retryAfter: 1 });
      });
    const timings = Object.entries({ plan: planned, ...times }).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
    reply.header('server-timing', [`from;desc=${from}`, ...timings].join(', '));
    return reply.type(`image/${format}`).send(bytes);
  }

  return {
    image: async ({ place, params, query, request, reply }) => {
      const set = await catalogue.served(place.area, params.id);
      return answer(set, wanted(set, query), idsOf(query.layers), query.format, request, reply);
    },

    imageFromOptions: async ({ place, params, query, request, reply }) => {
      const { found, what, names } = await fromOptions(place.area, params.id, query, reply);
      return answer(found.set, what, names, query.format, request, reply);
    },

    debugImageFromOptions: async ({ place, params, query, request, reply }) => {
      const { found, what, names } = await fromOptions(place.area, params.id, query, reply);
      if (!/application\/json/i.test(request.headers.accept ?? '')) {
        return answer(found.set, what, names, query.format, request, reply);
      }
      const { configuration, version, chosen, dropped, set } = found;
      const plan = planOf(set, what, names);
      const explanation: Explanation = {
        disId: set.disId,
        version,
        effectiveOptions: configuration.effectiveOptions(version, chosen),
        dropped: [...dropped],
        families: configuration.explanation(what.viewport, version, chosen).map((family) => ({
          ...family,
          tried: family.tried.map((rule) => ({ ...rule, failed: [...rule.failed] })),
        })),
        painted: plan.layers.map((layer) => layer.layer),
        missing: [...plan.missing],
      };
      return reply.type('application/json').send(explanation);
    },
  };
}

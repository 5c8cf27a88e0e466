/** The picture calls: plan, ETag, and only then painting. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Area } from '../../contract/index.ts';
import type { Explanation, pictureRoutes } from '../../contract/pictures.ts';
import { driverOf } from '../../engine/countries.ts';
import { type PaintPlan, paintPlan, picturesOf } from '../../engine/layers.ts';
import type { Driver, Resolution, Viewport } from '../../engine/meta.ts';
import { type ResolutionLimits, sizeProblem } from '../../engine/resolutionLimits.ts';
import { viewportOf } from '../../engine/views.ts';
import { type Painted, type Painter, QueueFull } from '../../paint/index.ts';
import type { Catalogue, ServedSet } from '../catalogue/catalogue.ts';
import { ContentDamaged } from '../catalogue/damaged.ts';
import type { SetPicture } from '../catalogue/imageSets.ts';
import { configure, idsOf } from '../configuration/configured.ts';
import type { OpenGlobalConfigs } from '../globalConfigs/globalConfigs.ts';
import { accountOf, type Caller, type Handlers } from '../handlers.ts';
import { matches } from '../platform/http/conditional.ts';
import { ApiError, badRequest, notFound, unavailable } from '../platform/http/errors.ts';
import { etagOf } from './etag.ts';
import { type Format, formatOf, formatProblem } from './format.ts';
import { type LayerStores, layerSource } from './layerSource.ts';

interface Wanted {
  viewport: Viewport;
  driver: Driver;
  resolution: Resolution;
  angle: string;
}

interface PictureQuery {
  viewport: string;
  driverType?: Driver | undefined;
  size?: string | undefined;
  view: string;
}

export interface PictureAnswered {
  readonly from: Painted['from'] | 'notModified' | 'refused';
  /** of a painting */
  readonly times?: Painted['times'];
}

/** A picture as it will be painted, with all that its headers say. */
interface Planned {
  readonly layers: PaintPlan<SetPicture>['layers'];
  readonly resolution: Resolution;
  readonly headers: Readonly<Record<string, string>>;
  readonly etags: Map<Format, string>;
}

/** @throws ApiError 404 naming what the set lacks */
function wanted(set: ServedSet, query: PictureQuery): Wanted {
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

type Named = 'by caller' | 'by rules';

/** Declared layers without a picture, then names that the set does not declare. */
const missingOf = ({ missing, undeclared }: PaintPlan<SetPicture>): string[] => [...missing, ...undeclared];

type OptionsQuery = z.output<(typeof pictureRoutes)['imageFromOptions']['query']>;

/** On submit the version field is cut to its first 16 characters (section 5). */
const VERSION_LENGTH = 16;

/** about so many bytes of plans are kept: some thousand pictures */
const PLANS = 8 * 1024 ** 2;
const PLAN_AND_LAYER = { plan: 500, layer: 100 };

export function pictureHandlers({
  catalogue,
  globalConfigs,
  painter,
  limits,
  answered,
  ...stores
}: LayerStores & {
  catalogue: Catalogue;
  globalConfigs: OpenGlobalConfigs;
  painter: Painter;
  /** a profile that went live before they were set is not painted past them */
  limits: ResolutionLimits;
  /** told of each picture call that came as far as an answer of its own */
  answered: (picture: PictureAnswered) => void;
}): Handlers<typeof pictureRoutes> {
  /** Set, version and options of a call, brought to what is painted. */
  async function fromOptions(area: Area, disId: string, query: OptionsQuery, caller: Caller, reply: FastifyReply) {
    const { country } = query;
    const found = await configure({ catalogue: catalogue.seenBy(caller.can), globalConfigs }, area, {
      version: query.versionId.slice(0, VERSION_LENGTH),
      disId,
      chosen: idsOf(query.color, query.trim, query.options),
      country,
    });
    const driverType = driverOf(query.driverType, country, await globalConfigs.of(area));
    const asked = { ...query, driverType };
    const what = wanted(found.set, asked);
    const layers = found.configuration.layersOfViewport(what.viewport, found.version, found.chosen);
    reply.header('x-lacquer-version', found.version);
    if (found.dropped.length > 0) reply.header('x-lacquer-dropped', headerList(found.dropped));
    return { found, what, asked, names: layers.map((layer) => layer.layer) };
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

  /**
   * What a call comes to, kept by what it asks of which content: nothing else has a say in it. A set whose content
   * changed is another object, so what was planned for the one before is never found again.
   */
  const plans = new LRUCache<string, Planned>({
    maxSize: PLANS,
    sizeCalculation: ({ layers, headers }, key) =>
      PLAN_AND_LAYER.plan + layers.length * PLAN_AND_LAYER.layer + 2 * (key.length + JSON.stringify(headers).length),
  });
  const numbers = new WeakMap<ServedSet, number>();
  let lastNumber = 0;
  const numberOf = (set: ServedSet): number => {
    const number = numbers.get(set) ?? ++lastNumber;
    numbers.set(set, number);
    return number;
  };

  /** @param named by whom: what a caller names has to exist, what rules name and a redirect's source lacks is left out */
  function planned(set: ServedSet, query: PictureQuery, names: readonly string[], named: Named): Planned {
    const { viewport, driverType, size, view } = query;
    const key = JSON.stringify([numberOf(set), viewport, driverType, size, view, named, names]);
    const before = plans.get(key);
    if (before) return before;
    const what = wanted(set, query);
    const plan = planOf(set, what, names);
    if (plan.undeclared.length > 0 && named === 'by caller') {
      const unknown = plan.undeclared.join(', ');
      throw badRequest('unknown-layer', `${set.disId} declares no ${what.viewport} layer ${unknown}.`);
    }
    if (plan.layers.length === 0) {
      throw notFound('no-picture', `None of the named layers has a picture from the angle ${what.angle}.`);
    }
    const missing = missingOf(plan);
    const fresh: Planned = {
      layers: plan.layers,
      resolution: what.resolution,
      etags: new Map(),
      headers: {
        'x-lacquer-layers': headerList(plan.layers.map((layer) => layer.layer)),
        ...(missing.length > 0 && { 'x-lacquer-missing': headerList(missing) }),
      },
    };
    plans.set(key, fresh);
    return fresh;
  }

  async function answer(
    set: ServedSet,
    query: PictureQuery & { format?: Format | undefined },
    names: readonly string[],
    named: Named,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const begun = performance.now();
    const plan = planned(set, query, names, named);
    const { width, height } = plan.resolution;
    const format = formatOf(query.format, request.headers.accept, plan.resolution);
    if (!format) throw new ApiError(406, 'not-acceptable', 'Accept allows none of image/webp, image/png, image/jpeg.');
    const problem = sizeProblem(plan.resolution, limits) ?? formatProblem(format, plan.resolution);
    if (problem !== undefined) throw badRequest('too-large', `${set.disId}, ${plan.resolution.name}: ${problem}`);
    let etag = plan.etags.get(format);
    if (etag === undefined) {
      etag = etagOf({ layers: plan.layers.map((layer) => layer.picture.sha256), width, height, format });
      plan.etags.set(format, etag);
    }
    reply
      .headers(plan.headers)
      .header('etag', etag)
      .header('vary', 'Accept, Cookie, Authorization')
      .header('cache-control', set.area === 'prod' ? 'private, no-cache' : 'no-store');
    if (matches(request.headers['if-none-match'], etag)) {
      answered({ from: 'notModified' });
      return reply.code(304).send();
    }
    const planning = performance.now() - begun;
    const { bytes, from, times } = await painter
      .paint(
        {
          layers: plan.layers.map(({ picture }) => layerSource(stores, picture)),
          width,
          height,
          format,
        },
        whileConnected(reply),
        accountOf(caller, request),
      )
      .catch((error: unknown) => {
        // Where a set borrows from is not told to everybody who sees the set.
        if (error instanceof ContentDamaged && set.redirected) throw error.without(set.disId);
        if (!(error instanceof QueueFull)) throw error;
        answered({ from: 'refused' });
        throw unavailable('busy', 'Too many pictures are being painted. Try again in a moment.', { retryAfter: 1 });
      });
    answered({ from, ...(from === 'painting' && { times }) });
    const timings = Object.entries({ plan: planning, ...times }).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
    reply.header('server-timing', [`from;desc=${from}`, ...timings].join(', '));
    return reply.type(`image/${format}`).send(bytes);
  }

  return {
    image: async ({ mount, params, query, caller, request, reply }) => {
      const set = await catalogue.seenBy(caller.can).served(mount.area, params.id);
      return answer(set, query, idsOf(query.layers), 'by caller', caller, request, reply);
    },

    imageFromOptions: async ({ mount, params, query, caller, request, reply }) => {
      const { found, asked, names } = await fromOptions(mount.area, params.id, query, caller, reply);
      return answer(found.set, asked, names, 'by rules', caller, request, reply);
    },

    debugImageFromOptions: async ({ mount, params, query, caller, request, reply }) => {
      const { found, what, asked, names } = await fromOptions(mount.area, params.id, query, caller, reply);
      if (!/application\/json/i.test(request.headers.accept ?? '')) {
        return answer(found.set, asked, names, 'by rules', caller, request, reply);
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
        missing: missingOf(plan),
      };
      return reply.type('application/json').send(explanation);
    },
  };
}

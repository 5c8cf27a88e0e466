/** The picture calls: from named layers, from options, why a picture shows what it shows, and which files it is made of. */
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Area } from '../../contract/index.ts';
import { type Explanation, pictureRoutes } from '../../contract/pictures.ts';
import { driverOf } from '../../engine/countries.ts';
import type { GlobalConfigs } from '../../engine/globalConfigs.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ServedSet } from '../catalogue/servedSets.ts';
import { type Configured, configure, idsOf } from '../configuration/configured.ts';
import type { GlobalConfigStore } from '../globalConfigs/globalConfigs.ts';
import type { Caller, Handlers } from '../handlers.ts';
import { badRequest } from '../platform/http/errors.ts';
import type { AnswerOptions, AnswerPicture } from './answer.ts';
import { openPictureLayers } from './pictureLayers.ts';
import { type PictureSpec, specOf } from './pictureSpec.ts';
import { headerList, missingLayers, type PlanPicture, planOf } from './plans.ts';
import type { Remember } from './repeatedCalls.ts';

type OptionsQuery = z.output<(typeof pictureRoutes)['imageFromOptions']['query']>;

/** On submit the version field is cut to its first 16 characters (section 5). */
const VERSION_LENGTH = 16;

function explanationOf(
  { set, configuration, version, chosen, dropped }: Configured,
  spec: PictureSpec,
  names: readonly string[],
): Explanation {
  const plan = planOf(set, spec, names);
  return {
    disId: set.disId,
    version,
    effectiveOptions: configuration.effectiveOptions(version, chosen),
    dropped: [...dropped],
    families: configuration.explanation(spec.viewport, version, chosen).map((family) => ({
      ...family,
      tried: family.tried.map((rule) => ({ ...rule, failed: [...rule.failed] })),
    })),
    painted: plan.layers.map((layer) => layer.layer),
    missing: missingLayers(plan),
  };
}

/*
 * Calls that are made again are remembered for long, and in great number. What they ask for is in functions of their own and
 * weak, so that no set that left the memory, no file that was replaced and no request that was answered stays because of
 * them.
 */

/** @param configs that the picture follows from; undefined: they changed meanwhile */
function sameConfigs(globalConfigs: GlobalConfigStore, area: Area, configs: GlobalConfigs | undefined) {
  const weak = configs && new WeakRef(configs);
  return async (): Promise<boolean> => weak !== undefined && (await globalConfigs.of(area)) === weak.deref();
}

/** @param besides what else must be as it was */
function sameSet(catalogue: Catalogue, set: ServedSet, besides?: () => Promise<boolean>) {
  const { area, disId } = set;
  const weak = new WeakRef(set);
  return async ({ can }: Caller): Promise<boolean> =>
    (await catalogue.seenBy(can).served(area, disId)) === weak.deref() && (besides === undefined || besides());
}

export function pictureHandlers({
  catalogue,
  globalConfigs,
  answerPicture,
  remember,
  ...options
}: AnswerOptions & {
  planPicture: PlanPicture;
  answerPicture: AnswerPicture;
  catalogue: Catalogue;
  globalConfigs: GlobalConfigStore;
  remember: Remember;
}): Handlers<typeof pictureRoutes> {
  const readPictureLayers = openPictureLayers(options);

  /** Configures the version of a call. @throws ApiError 400, 404 */
  async function fromOptions(
    area: Area,
    disId: string,
    query: Omit<OptionsQuery, 'format'>,
    caller: Caller,
    reply: FastifyReply,
  ) {
    const { country } = query;
    const before = await globalConfigs.of(area);
    const found = await configure({ catalogue: catalogue.seenBy(caller.can), globalConfigs }, area, {
      version: query.versionId.slice(0, VERSION_LENGTH),
      disId,
      chosen: idsOf(query.color, query.trim, query.options),
      country,
    });
    const configs = await globalConfigs.of(area);
    const isCurrent = sameConfigs(globalConfigs, area, before === configs ? configs : undefined);
    const driverType = driverOf(query.driverType, country, configs);
    const pictureQuery = { ...query, driverType };
    const spec = specOf(found.set, pictureQuery);
    const layers = found.configuration.layersOfViewport(spec.viewport, found.version, found.chosen);
    reply.header('x-lacquer-version', found.version);
    if (found.dropped.length > 0) reply.header('x-lacquer-dropped', headerList(found.dropped));
    return { found, spec, pictureQuery, names: layers.map((layer) => layer.layer), isCurrent };
  }

  return {
    image: async ({ mount, params, query, caller, request, reply }) => {
      const set = await catalogue.seenBy(caller.can).served(mount.area, params.id);
      const stillTrue = sameSet(catalogue, set);
      return answerPicture(set, query, idsOf(query.layers), 'caller', {
        ...{ caller, request, reply },
        remember: (picture) =>
          remember(request, { ...{ route: pictureRoutes.image, mount, caller, picture }, stillTrue }),
      });
    },

    imageFromOptions: async ({ mount, params, query, caller, request, reply }) => {
      const chosen = await fromOptions(mount.area, params.id, query, caller, reply);
      const stillTrue = sameSet(catalogue, chosen.found.set, chosen.isCurrent);
      return answerPicture(chosen.found.set, chosen.pictureQuery, chosen.names, 'rules', {
        ...{ caller, request, reply },
        remember: (picture) =>
          remember(request, { ...{ route: pictureRoutes.imageFromOptions, mount, caller, picture }, stillTrue }),
      });
    },

    pictureLayers: async ({ mount, params, query: { layers, versionId, x, y, ...query }, caller, request, reply }) => {
      const call = { caller, request, reply };
      const seen = catalogue.seenBy(caller.can);
      if ((x === undefined) !== (y === undefined)) throw badRequest('half-a-point', 'A point has both x and y.');
      const point = x === undefined || y === undefined ? undefined : { x, y };
      if (layers !== undefined) {
        const set = await seen.served(mount.area, params.id);
        return readPictureLayers({ set, query, names: idsOf(layers), namedBy: 'caller', point }, seen, call);
      }
      if (versionId === undefined) throw badRequest('nothing-chosen', 'Name a versionId or layers.');
      const { found, pictureQuery, names } = await fromOptions(
        mount.area,
        params.id,
        { ...query, versionId },
        caller,
        reply,
      );
      return readPictureLayers({ set: found.set, query: pictureQuery, names, namedBy: 'rules', point }, seen, call);
    },

    debugImageFromOptions: async ({ mount, params, query, caller, request, reply }) => {
      const { found, spec, pictureQuery, names } = await fromOptions(mount.area, params.id, query, caller, reply);
      if (!/application\/json/i.test(request.headers.accept ?? '')) {
        return answerPicture(found.set, pictureQuery, names, 'rules', { caller, request, reply });
      }
      return reply.type('application/json').send(explanationOf(found, spec, names));
    },
  };
}

/**
 * Answers picture calls: negotiates the format, compares the ETag, and only then paints.
 *
 *   PictureOutcome
 *   openPictureAnswers, AnswerPicture
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ResolutionLimits, sizeProblem } from '../../engine/resolutionLimits.ts';
import type { Painted, Painter } from '../../paint/index.ts';
import type { ServedSet } from '../catalogue/catalogue.ts';
import { accountOf, type Caller } from '../handlers.ts';
import { matches } from '../platform/http/conditional.ts';
import { ApiError, badRequest } from '../platform/http/errors.ts';
import { withSpan } from '../platform/tracing.ts';
import type { SetCaching } from './caching.ts';
import { etagOf } from './etag.ts';
import { type Format, formatOf, formatProblem } from './format.ts';
import { type LayerStores, layerSource } from './layerSource.ts';
import { forCaller, whileConnected } from './paintFailures.ts';
import type { PictureQuery } from './pictureSpec.ts';
import type { NamedBy, PlannedPicture, PlanPicture } from './plans.ts';
import { isAhead } from './urgency.ts';

export interface PictureOutcome {
  readonly from: Painted['from'] | 'notModified' | 'refused';
  /** of a painting */
  readonly times?: Painted['times'];
}

export interface AnswerOptions extends LayerStores {
  painter: Painter;
  /** for profiles that are older than the limits */
  limits: ResolutionLimits;
  setCaching: SetCaching;
  /** called for each picture call that is answered here */
  answered: (picture: PictureOutcome) => void;
}

export interface PictureCall {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Called with the picture's key, or without one for 304: the same call may come again. */
  readonly remember?: ((picture?: string) => void) | undefined;
}

interface Wanted {
  readonly format: Format;
  /** Blend the layers before they are scaled. */
  readonly exact: boolean;
}

function etagFor({ layers, resolution: { width, height }, etags }: PlannedPicture, wanted: Wanted): string {
  const key = `${wanted.format} ${wanted.exact}`;
  const etag =
    etags.get(key) ?? etagOf({ layers: layers.map((layer) => layer.picture.sha256), width, height, ...wanted });
  etags.set(key, etag);
  return etag;
}

export function openPictureAnswers({
  planPicture,
  painter,
  limits,
  setCaching,
  answered,
  ...stores
}: AnswerOptions & { planPicture: PlanPicture }) {
  /** @throws ApiError 400, 406 */
  function chooseFormat(
    set: ServedSet,
    resolution: PlannedPicture['resolution'],
    named: Format | undefined,
    accept: string | undefined,
  ): Format {
    const format = formatOf(named, accept, resolution);
    if (!format) throw new ApiError(406, 'not-acceptable', 'Accept allows none of image/webp, image/png, image/jpeg.');
    const problem = sizeProblem(resolution, limits) ?? formatProblem(format, resolution);
    if (problem !== undefined) throw badRequest('too-large', `${set.disId}, ${resolution.name}: ${problem}`);
    return format;
  }

  /** @throws ApiError 499, 500, 503 */
  const paint = (
    set: ServedSet,
    { layers, resolution: { width, height } }: PlannedPicture,
    wanted: Wanted,
    { caller, request, reply }: PictureCall,
  ): Promise<Painted> => {
    const sources = layers.map(({ picture }) => layerSource(stores, picture));
    const ahead = isAhead(request.headers['priority']);
    return forCaller(
      set,
      () =>
        painter.paint(
          { layers: sources, width, height, ...wanted, isAhead: ahead },
          whileConnected(reply),
          accountOf(caller, request),
        ),
      // A foreseen picture is missed by nobody.
      () => ahead || answered({ from: 'refused' }),
    );
  };

  /** @param names of layers. @throws ApiError 400, 404, 406, 499, 500, 503 */
  return async function answerPicture(
    set: ServedSet,
    query: PictureQuery & { format?: Format | undefined; scaling?: 'exact' | undefined },
    names: readonly string[],
    namedBy: NamedBy,
    call: PictureCall,
  ): Promise<unknown> {
    const { request, reply } = call;
    const begun = performance.now();
    const planned = planPicture(set, query, names, namedBy);
    const format = chooseFormat(set, planned.resolution, query.format, request.headers.accept);
    const wanted: Wanted = { format, exact: query.scaling === 'exact' };
    const etag = etagFor(planned, wanted);
    reply.headers(planned.headers).header('etag', etag);
    const chosenBy = query.format === undefined ? 'Accept' : undefined;
    setCaching(reply, { area: set.area, caller: call.caller, chosenBy });
    if (matches(request.headers['if-none-match'], etag)) {
      answered({ from: 'notModified' });
      call.remember?.();
      return reply.code(304).send();
    }
    const planning = performance.now() - begun;
    const size = { 'picture.layers': planned.layers.length, 'picture.format': format };
    const { bytes, key, from, times } = await withSpan('paint', size, () => paint(set, planned, wanted, call));
    answered({ from, ...(from === 'painting' && { times }) });
    call.remember?.(key);
    const timings = Object.entries({ plan: planning, ...times }).map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
    reply.header('server-timing', [`from;desc=${from}`, ...timings].join(', '));
    return reply.type(`image/${format}`).send(bytes);
  };
}

export type AnswerPicture = ReturnType<typeof openPictureAnswers>;

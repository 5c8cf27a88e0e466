/**
 * Picture calls that were made before, word for word: an answer with the same picture goes past the framework, which costs
 * more than everything else. Who calls, what the caller may see and what the area serves are asked anew each time, by the
 * functions that every call uses. Only what follows from the request's own words is remembered: how it was parsed, and the
 * headers of its answer. If anything differs, the call takes the usual way from its beginning.
 *
 *   Remember, RepeatedCalls
 *   openRepeatedCalls
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Route } from '../../contract/index.ts';
import type { Painter } from '../../paint/index.ts';
import type { Caller, Mount } from '../handlers.ts';
import type { Interceptor } from '../platform/http/listeners.ts';
import { timeOrderedId } from '../platform/ids.ts';
import type { PictureOutcome } from './answer.ts';

/** Where and how a call is made, as authorization reads it. */
interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly route: Route;
  readonly mount: Mount;
}

interface Answered {
  readonly route: Route;
  readonly mount: Mount;
  readonly caller: Caller;
  /** key of the painter; undefined: the answer is 304 */
  readonly picture: string | undefined;
  /** Whether the same query of this caller would choose the same picture now. @throws what the call would throw */
  readonly stillTrue: (caller: Caller) => Promise<boolean>;
}
/** Called by a handler when it has a picture for a call. */
export type Remember = (request: FastifyRequest, answered: Answered) => void;

export interface RepeatedCalls {
  readonly remember: Remember;
  readonly take: Interceptor;
}

interface Options {
  readonly app: FastifyInstance;
  readonly painter: Pick<Painter, 'known'>;
  /** Who calls. Without side effects other than those of reading a session. @throws if the caller may not make the call */
  readonly permit: (call: Call) => Promise<Caller>;
  /** Watches a call that is about to be answered, as every other. */
  readonly begin: (call: Call, caller: Caller) => void;
  readonly answered: (picture: PictureOutcome) => void;
  readonly counted: (call: { method: string; route: string; status: number; seconds: number }) => void;
  /** whether each call has to take the usual way, because of its traces, its log lines, or a shutdown */
  readonly off: () => boolean;
}

interface Entry extends Answered {
  readonly status: number;
  /** names and values in turn */
  readonly headers: readonly string[];
  /** what Fastify made of the request */
  readonly parsed: Pick<FastifyRequest, 'url' | 'host' | 'ip' | 'cookies'>;
  readonly pattern: string;
}

const MAX_CALLS = 2000;
const MAX_KEY = 8192;
/** Belong to one answer only. */
const OWN_HEADERS = ['x-request-id', 'server-timing', 'content-length', 'connection', 'date', 'set-cookie'];
/** A body is not among the words that are compared, and the others change the connection. */
const UNUSUAL = ['content-length', 'transfer-encoding', 'expect', 'upgrade', 'range'];

/** All that an answer can depend on in a request without a body. No line of it contains a line break. */
const keyOf = ({ url, rawHeaders, socket }: IncomingMessage): string =>
  `${socket.remoteAddress}\n${url}\n${rawHeaders.join('\n')}`;

function headersOf(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OWN_HEADERS.includes(name) ? [] : [name, String(value)],
  );
}

export function openRepeatedCalls({ app, painter, permit, begin, answered, counted, off }: Options): RepeatedCalls {
  const entries = new LRUCache<string, Entry>({ max: MAX_CALLS });
  const found = new WeakMap<FastifyRequest, Answered>();

  app.addHook('onResponse', (request, reply, done) => {
    const one = found.get(request);
    const { statusCode: status, raw } = reply;
    const isUsual = request.method === 'GET' && UNUSUAL.every((name) => request.headers[name] === undefined);
    const key = one && isUsual && raw.writableFinished ? keyOf(request.raw) : undefined;
    if (one && key !== undefined && key.length <= MAX_KEY && reply.getHeader('set-cookie') === undefined) {
      const { url, host, ip, cookies } = request;
      const pattern = request.routeOptions.url ?? '';
      if (status === (one.picture === undefined ? 304 : 200)) {
        entries.set(key, { ...one, status, headers: headersOf(reply), parsed: { url, host, ip, cookies }, pattern });
      }
    }
    done();
  });

  /** @returns whether the call was answered */
  async function answer(entry: Entry, raw: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const begun = performance.now();
    const { route, mount, parsed, status, picture } = entry;
    const id = timeOrderedId();
    const call = {
      request: { ...parsed, id, raw, headers: raw.headers, method: 'GET' },
      // The name of the user is among the headers that are remembered, and belongs to the same user.
      reply: { raw: response, header: () => undefined },
      ...{ route, mount },
    } as unknown as Call;
    const caller = await permit(call);
    if (caller.username !== entry.caller.username || !(await entry.stillTrue(caller))) return false;
    const bytes = picture === undefined ? undefined : painter.known(picture);
    if (picture !== undefined && !bytes) return false;
    if (response.closed || response.headersSent) return true;
    begin(call, caller);
    const planning = performance.now() - begun;
    const own = ['x-request-id', id];
    if (bytes) {
      own.push(
        'content-length',
        String(bytes.length),
        'server-timing',
        `from;desc=memory, plan;dur=${planning.toFixed(1)}`,
      );
    }
    response.writeHead(status, [...entry.headers, ...own]).end(bytes);
    answered({ from: bytes ? 'memory' : 'notModified' });
    counted({ method: 'GET', route: entry.pattern, status, seconds: (performance.now() - begun) / 1000 });
    return true;
  }

  return {
    remember: (request, one) => void found.set(request, one),
    take(request, response, handOn) {
      if (request.method !== 'GET' || entries.size === 0 || off()) return handOn();
      const key = keyOf(request);
      const entry = entries.get(key);
      if (!entry) return handOn();
      const usualWay = (): void => {
        entries.delete(key);
        handOn();
      };
      answer(entry, request, response).then((done) => (done ? undefined : usualWay()), usualWay);
    },
  };
}

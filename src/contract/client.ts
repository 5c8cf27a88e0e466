/**
 * The typed client: one function a call, made from the routes. Runs in the browser and in tests.
 *
 *   createClient   the functions, for a host
 *   urlOf          the address of a call, for links and uploads
 *   Wire, WireOf   the parts of a route that they need
 *   ApiFailure     thrown for a refused or failed call
 *   messageOf      the message of an error body (section 8: errorMessage, else message, else msg, else the raw body;
 *                  else a sentence about the status)
 */
import type { z } from 'zod';
import type { Route, Routes } from './route.ts';

type Input<T> = T extends z.ZodType ? z.input<T> : never;
type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? Record<never, never> extends Input<R[K]>
    ? { [P in K]?: Input<R[K]> }
    : { [P in K]: Input<R[K]> }
  : unknown;
/** The Idempotency-Key: a call that starts a job is made once, however often it is sent with the same one. */
type KeyOf<R extends Route> = R['startsJob'] extends true ? { key: string } : unknown;
export type CallArguments<R extends Route> = Part<R, 'params'> &
  Part<R, 'query'> &
  Part<R, 'body'> & { signal?: AbortSignal } & KeyOf<R>;
type Answer<R extends Route> = R['media'] extends 'text/plain'
  ? string
  : R['media'] extends string
    ? Response
    : z.output<R['answer']>;
type Call<R extends Route> =
  Record<never, never> extends CallArguments<R>
    ? (args?: CallArguments<R>) => Promise<Answer<R>>
    : (args: CallArguments<R>) => Promise<Answer<R>>;
export type Client<T extends Routes> = { [K in keyof T]: Call<T[K]> };

/** What the client needs of a route. Without `answer` it trusts the shape of the answer. */
export type Wire = Pick<Route, 'method' | 'path' | 'changes' | 'media'> & { readonly answer?: z.ZodType };
export type WireOf<T extends Routes> = { readonly [K in keyof T]: Wire };

/** A call that the server refused (status >= 400), or whose answer did not arrive (status 0). */
export class ApiFailure extends Error {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, message: string, body: unknown, cause?: unknown) {
    super(message, { cause });
    this.name = 'ApiFailure';
    this.status = status;
    this.body = body;
  }
}

export interface ClientOptions {
  /** prefix of every path: a host, an area's prefix, or both */
  base?: string;
  fetch?: typeof globalThis.fetch;
  /** headers of every changing call, the header token for one */
  changeHeaders?: () => Record<string, string>;
  /** headers of every call */
  headers?: () => Record<string, string>;
  /** the message when no answer comes */
  unreachable?: string;
}

interface LooseArguments {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  key?: string;
}

export function urlOf(route: Pick<Route, 'path'>, args: LooseArguments = {}, base = ''): string {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(args.params?.[key])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(args.query ?? {})) if (value !== undefined) query.set(key, String(value));
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Answers of proxies and gateways, which come without a reason of ours. */
const STATUS_SENTENCES: Readonly<Record<number, string>> = {
  413: 'The file is larger than the server, or a proxy in front of it, accepts. Ask an administrator to raise the limit.',
  502: 'The server is not available at the moment. Try again shortly.',
  503: 'The server is not available at the moment. Try again shortly.',
  504: 'The server did not answer in time. Try again shortly.',
};

/** @param status of the answer: explains an answer that has no body, or only the HTML page of a proxy */
export function messageOf(text: string, status?: number): string {
  if (status !== undefined && /^\s*(<|$)/.test(text)) {
    return STATUS_SENTENCES[status] ?? `The server answered with the HTTP status ${status} and no reason.`;
  }
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    return String(body['errorMessage'] ?? body['message'] ?? body['msg'] ?? text);
  } catch {
    // Not JSON: the text itself is the message or value.
    return text;
  }
}

const parseOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the text itself is the message or value.
    return text;
  }
};

export function createClient<T extends Routes>(routes: T | WireOf<T>, options: ClientOptions = {}): Client<T> {
  const send = options.fetch ?? ((...a: Parameters<typeof fetch>) => fetch(...a));
  const call = async (route: Wire, args: LooseArguments = {}) => {
    const url = urlOf(route, args, options.base);
    const body = args.body === undefined ? undefined : JSON.stringify(args.body);
    /** The connection can break before the answer begins, and in the middle of it. */
    const arrive = <A>(answer: Promise<A>): Promise<A> =>
      answer.catch((cause: unknown) => {
        if (args.signal?.aborted || cause instanceof ApiFailure) throw cause;
        throw new ApiFailure(0, options.unreachable ?? 'The server cannot be reached.', undefined, cause);
      });
    const headers = {
      ...options.headers?.(),
      ...((route.changes ?? false) && options.changeHeaders?.()),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(args.key && { 'idempotency-key': args.key }),
    };
    const response = await arrive(
      send(url, {
        method: route.method,
        credentials: 'include',
        headers,
        ...(args.signal && { signal: args.signal }),
        ...(body !== undefined && { body }),
      }),
    );
    if (route.media !== undefined && route.media !== 'text/plain' && response.ok) return response;
    const text = await arrive(response.text());
    if (!response.ok) throw new ApiFailure(response.status, messageOf(text, response.status), parseOrText(text));
    if (route.media !== undefined) return text;
    const answer: unknown = JSON.parse(text);
    return route.answer ? route.answer.parse(answer) : answer;
  };
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, (args?: LooseArguments) => call(route, args)]),
  ) as unknown as Client<T>;
}

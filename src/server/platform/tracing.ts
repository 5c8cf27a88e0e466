/**
 * Traces: what a request or a job did, and how long each step took. Without a receiver none are made, and `traced` only calls
 * its work. The library is loaded by openTelemetry.ts, only where a receiver is set.
 *
 *   Tracing, Span, SpanOptions
 *   SAMPLER_NAMES, SamplerName
 *   setTracing
 *   withSpan      runs work as a span of what runs now
 *   beginSpan     a span whose end comes by an event
 *   recordSpan    one that has ended already
 *   traceParent   where work that goes on elsewhere belongs
 */

/**
 * Random ids, names of routes, tables and steps, counts. Never ids of sets, names of files or users, parameters, tokens,
 * texts.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly attributes?: SpanAttributes;
  readonly kind?: 'server' | 'client' | 'consumer';
  /** W3C traceparent of what it belongs to; absent: what runs now */
  readonly parent?: string | undefined;
}
export interface Span {
  /** Runs work as part of the span. */
  within<T>(work: () => T): T;
  /** @param failed the name of the error's class */
  end(outcome?: { attributes?: SpanAttributes; failed?: string | undefined }): void;
}
export interface Tracing {
  begin(name: string, options: SpanOptions): Span;
  /** @param milliseconds that it took until now */
  record(name: string, milliseconds: number, options: SpanOptions & { failed?: string | undefined }): void;
  /** whether work runs as part of a span */
  isActive(): boolean;
  traceParent(): string | undefined;
  /** Sends what is left, but not for long. */
  close(): Promise<void>;
}

/** Which traces are made, by the names that OpenTelemetry gives them in `OTEL_TRACES_SAMPLER`. */
export const SAMPLER_NAMES = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLER_NAMES)[number];

let tracing: Tracing | undefined;
export const setTracing = (given: Tracing | undefined): void => {
  tracing = given;
};

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : typeof error);

export function withSpan<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  // Steps of what is not traced itself, such as a timer, would be traces of their own.
  if (!tracing?.isActive()) return work();
  return withRootSpan(name, { attributes }, work);
}

/** As `traced`, also when nothing is traced yet: the beginning of a trace. */
export async function withRootSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (!tracing) return work();
  const span = tracing.begin(name, options);
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: nameOf(error) });
    throw error;
  }
}

/** @returns undefined: nothing is traced */
export const beginSpan = (name: string, options: SpanOptions): Span | undefined => tracing?.begin(name, options);

export function recordSpan(
  name: string,
  milliseconds: number,
  options: SpanOptions & { failed?: string | undefined },
): void {
  if (tracing?.isActive()) tracing.record(name, milliseconds, options);
}

export const traceParent = (): string | undefined => tracing?.traceParent();
export const isTracing = (): boolean => tracing !== undefined;
export const closeTracing = async (): Promise<void> => tracing?.close();

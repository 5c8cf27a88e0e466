/**
 * Sends traces to a receiver of OpenTelemetry (OTLP over HTTP). The only file that knows the library. Spans wait in a bounded
 * queue and are sent in the background: a receiver that is slow or away loses spans, and costs nothing else.
 *
 *   openTelemetry
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FailureLog } from './log.ts';
import type { SamplerName, Span, SpanOptions, Tracing } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** of waiting spans; what comes beyond is dropped */
const QUEUE = 2048;
const SEND_INTERVAL_MS = 2000;
/** A receiver that never ends its answers holds so many of them. */
const SENDING_AT_ONCE = 3;
/** for what is left when the process ends */
const CLOSE_MS = 2000;

const SAMPLERS: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

export interface OpenTelemetryOptions {
  /** where spans are sent */
  readonly url: string;
  readonly service: string;
  readonly version: string;
  readonly sampler: SamplerName;
  /** of the traces that are sent, where the sampler asks for one; 0 to 1 */
  readonly ratio: number;
  readonly sending: FailureLog;
}

function contextOf(parent: string | undefined): Context | undefined {
  const [, traceId = '', spanId = '', flags = '00'] = TRACE_PARENT.exec(parent ?? '') ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : undefined;
}

/** Headers, time-out, compression and certificates come from the variables of OpenTelemetry: `OTEL_EXPORTER_OTLP_…`. */
function openExporter(url: string, sending: FailureLog): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, concurrencyLimit: SENDING_AT_ONCE });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // The error also has the receiver's answer, of any length.
        if (result.error) sending.failed(new Error(result.error.message.slice(0, 200)));
        else sending.worked();
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

export function openTelemetry({ url, service, version, sampler, ratio, sending }: OpenTelemetryOptions): Tracing {
  const own = resourceFromAttributes({ 'service.name': service, 'service.version': version });
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(own),
    sampler: SAMPLERS[sampler](ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: openExporter(url, sending),
        maxQueueSize: QUEUE,
        scheduledDelayMillis: SEND_INTERVAL_MS,
      }),
    ],
  });
  const tracer = provider.getTracer(service, version);
  const running = new AsyncLocalStorage<Context>();

  const fail = (span: OtelSpan, failed: string | undefined) => {
    if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
  };
  const parentOf = ({ parent }: SpanOptions): Context =>
    contextOf(parent) ?? (parent === undefined ? running.getStore() : undefined) ?? ROOT_CONTEXT;
  const optionsOf = ({ attributes = {}, kind }: SpanOptions) => ({
    attributes,
    ...(kind && { kind: KINDS[kind] }),
  });

  return {
    begin(name, options): Span {
      const parent = parentOf(options);
      const span = tracer.startSpan(name, optionsOf(options), parent);
      const context = trace.setSpan(parent, span);
      return {
        within: (work) => running.run(context, work),
        end({ attributes, failed } = {}) {
          if (attributes) span.setAttributes(attributes);
          fail(span, failed);
          span.end();
        },
      };
    },
    record(name, milliseconds, options) {
      const end = performance.timeOrigin + performance.now();
      const startTime = new Date(end - milliseconds);
      const span = tracer.startSpan(name, { ...optionsOf(options), startTime }, parentOf(options));
      fail(span, options.failed);
      span.end(new Date(end));
    },
    isActive: () => running.getStore() !== undefined,
    traceParent() {
      const context = running.getStore();
      const span = context && trace.getSpanContext(context);
      if (!span) return undefined;
      return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
    },
    async close() {
      const late = new Promise<void>((resolve) => {
        setTimeout(resolve, CLOSE_MS).unref();
      });
      // The exporter has reported why it cannot send; the process ends now.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

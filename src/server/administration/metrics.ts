/**
 * Metrics in the text format of Prometheus: requests, paintings and caches of this process; jobs, packs and log lines of all
 * processes on the database. Labels are route patterns and fixed words, never values of requests, because an id of Embargo must
 * not appear here.
 *
 *   Metrics
 *   openMetrics
 */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PainterState } from '../../paint/index.ts';
import type { PictureOutcome } from '../pictures/answer.ts';
import type { Database } from '../schema.ts';
import { type AddMetric, addStoreMetrics, single } from './storeMetrics.ts';

export interface Metrics {
  picture(answered: PictureOutcome): void;
  /** A request that was answered without hooks. */
  request(answered: { method: string; route: string; status: number; seconds: number }): void;
  text(): Promise<string>;
}

/** seconds */
const REQUEST_BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];
/** seconds; a painting from layers in memory takes 1 to 3 ms, from disk ten times as long */
const PAINTING_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2, 10];

/** Counts the requests of routes that are registered after this call. */
export function openMetrics({
  app,
  database,
  painter,
  blobFailures,
}: {
  app: FastifyInstance;
  database: Database;
  painter: { state(): PainterState };
  blobFailures: () => number;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Sums of other metrics that are named like counters but are gauges.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const requests = new Histogram({
    name: 'lacquer_request_seconds',
    help: 'Answered requests and how long they took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const count: Metrics['request'] = ({ seconds, ...labels }) => requests.observe(labels, seconds);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    count({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });

  const pictures: Record<PictureOutcome['from'], number> = {
    painting: 0,
    memory: 0,
    disk: 0,
    notModified: 0,
    refused: 0,
  };
  const painting = new Histogram({
    name: 'lacquer_painting_seconds',
    help: 'How long the steps of a painting took: waiting for a turn, loading layers, painting, encoding',
    labelNames: ['step'],
    buckets: PAINTING_BUCKETS,
    registers,
  });

  /** Adds a metric whose values are read when it is scraped. */
  const addMetric: AddMetric = (Kind, name, help, labelNames, values) =>
    new Kind({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        const all = await values();
        this.reset();
        for (const [labels, value] of all) this.inc(labels, value);
      },
    });

  addMetric(
    Counter,
    'lacquer_pictures_total',
    'Picture calls by the source of the answer; refused: 503',
    ['from'],
    () =>
      Object.entries(pictures).map(([from, value]) => [
        { from: from === 'notModified' ? 'not_modified' : from },
        value,
      ]),
  );
  addMetric(Gauge, 'lacquer_paintings_under_way', 'Paintings in progress and waiting', [], () =>
    single(painter.state().underWay),
  );
  addMetric(
    Gauge,
    'lacquer_cache_bytes',
    'Bytes in caches: layers and pictures in memory, pictures on disk',
    ['cache'],
    () => {
      const { layers, pictures: cached } = painter.state();
      return [
        [{ cache: 'layers' }, layers.bytes],
        [{ cache: 'pictures' }, cached.memory],
        [{ cache: 'pictures_disk' }, cached.disk],
      ];
    },
  );
  addMetric(
    Counter,
    'lacquer_layers_total',
    'Layers that paintings used, by whether they were in memory',
    ['known'],
    () => {
      const { hits, misses } = painter.state().layers;
      return [
        [{ known: 'true' }, hits],
        [{ known: 'false' }, misses],
      ];
    },
  );
  addMetric(
    Counter,
    'lacquer_store_failures_total',
    'Failed statements and failed calls of the file store',
    ['store'],
    () => [
      [{ store: 'database' }, database.failures()],
      [{ store: 'blobs' }, blobFailures()],
    ],
  );

  addStoreMetrics(addMetric, database);

  return {
    picture({ from, times }) {
      pictures[from]++;
      for (const [step, ms] of Object.entries(times ?? {})) painting.observe({ step }, ms / 1000);
    },
    request: count,
    text: () => registry.metrics(),
  };
}

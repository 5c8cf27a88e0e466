/**
 * Figures for a monitoring system, in the text format of Prometheus: requests by route, jobs by state, the process.
 * Labels are patterns of routes, never what a request asked for: an id of Embargo must not stand here.
 *
 *   openMetrics
 */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';

const JOB_STATES = ['CREATED', 'STARTED', 'COMPLETED', 'FAILED'] as const;
/** seconds */
const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Counts what routes that are registered after this call answer. */
export function openMetrics({ app, database }: { app: FastifyInstance; database: Database }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'lacquer_request_seconds',
    help: 'Answered requests and how long they took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  new Gauge({
    name: 'lacquer_jobs',
    help: 'Jobs by state, of all processes on this database',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const rows = await database.read
        .selectFrom('jobs')
        .select((e) => ['state', e.fn.countAll().as('count')])
        .groupBy('state')
        .execute();
      for (const state of JOB_STATES) {
        this.set({ state }, Number(rows.find((row) => row.state === state)?.count ?? 0));
      }
    },
  });
  return { text: () => registry.metrics() };
}

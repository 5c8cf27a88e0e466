/**
 * Shuts a server down without cutting off clients that can be answered in time: idle connections close at once, others
 * after their pending answer, and those that remain at the deadline are cut.
 *
 *   openDrain
 */
import type { FastifyInstance } from 'fastify';
import { serversOf } from './listeners.ts';

export interface Drain {
  /** whether the shutdown has begun */
  hasBegun(): boolean;
  /** From now on each answer closes its connection, so that clients and proxies connect elsewhere. */
  begin(): void;
  /** Refuses new connections and waits for the others to end. @param deadline cuts those that remain; absent: no deadline */
  finish(deadline?: AbortSignal): Promise<void>;
}

/** A connection becomes idle when its answer is sent; there is no event for it. */
const POLL_INTERVAL_MS = 100;

export function openDrain(app: FastifyInstance): Drain {
  let draining = false;
  const endIdle = () => {
    for (const server of serversOf(app)) server.closeIdleConnections();
  };
  app.addHook('onRequest', (_request, reply, done) => {
    // Answers that bypass Fastify use the headers that are set at the start of the request.
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  return {
    hasBegun: () => draining,
    begin() {
      draining = true;
      endIdle();
    },
    async finish(deadline) {
      draining = true;
      const timer = setInterval(endIdle, POLL_INTERVAL_MS);
      const cut = () => {
        for (const server of serversOf(app)) server.closeAllConnections();
      };
      deadline?.addEventListener('abort', cut);
      const closed = app.close();
      if (deadline?.aborted) cut();
      try {
        await closed;
      } finally {
        clearInterval(timer);
        deadline?.removeEventListener('abort', cut);
      }
    },
  };
}

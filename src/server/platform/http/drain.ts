/**
 * Ending a server without cutting anybody off who can be answered in time: connections that wait for nothing end at once,
 * the others with the answer that they wait for, and what is left at the deadline is cut.
 *
 *   openDrain
 */
import type { FastifyInstance } from 'fastify';
import { serversOf } from './listeners.ts';

export interface Drain {
  /** From now on each answer ends its connection, so that clients and proxies go elsewhere. */
  begin(): void;
  /** Takes no new connection any more. @param deadline cuts the connections that are left; absent: waits for them */
  finish(deadline?: AbortSignal): Promise<void>;
}

/** A connection becomes idle when its answer is out, which no event tells. */
const LOOK_EVERY_MS = 100;

export function openDrain(app: FastifyInstance): Drain {
  let draining = false;
  const endIdle = () => {
    for (const server of serversOf(app)) server.closeIdleConnections();
  };
  app.addHook('onRequest', async (_request, reply) => {
    // Answers that go past Fastify take their headers from the request's beginning.
    if (draining) reply.header('connection', 'close');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    begin() {
      draining = true;
      endIdle();
    },
    async finish(deadline) {
      draining = true;
      const timer = setInterval(endIdle, LOOK_EVERY_MS);
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

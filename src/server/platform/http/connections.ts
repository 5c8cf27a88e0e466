/**
 * Limits of each connection, whatever call it carries. Bodies and answers must make progress; an answer that is sent before
 * the request's body has ended leaves the connection usable, or closes it without losing the answer.
 *
 *   ConnectionLimits, CONNECTION_LIMITS
 *   guardConnections    on a server, before it listens
 *   sendContinue
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** While the server waits for a body or for the reader of an answer, at least `leastBytes` must move in this time. */
  readonly windowMs: number;
  readonly leastBytes: number;
  /** how much of a refused body is read and discarded, to keep the connection or to let the answer arrive before it closes */
  readonly drainBytes: number;
  readonly drainMs: number;
}

/**
 * A kilobyte a second: slower than any line that large files are sent over. Browsers' upload code gives up after as long a
 * silence.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  windowMs: 60_000,
  leastBytes: 60 * 1024,
  drainBytes: 8 * 1024 ** 2,
  drainMs: 10_000,
};
const CHECKS_PER_WINDOW = 6;
const DRAIN_POLL_MS = 50;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** of the body and the answer since the current window began */
  readonly body: Progress;
  readonly answer: Progress;
  /** bytes of the answer that the other side has received */
  readonly delivered: () => number;
}
interface Progress {
  since: number;
  bytes: number;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const SLOW = JSON.stringify({
  errorMessage: 'The body of the request arrived too slowly. Nothing was changed. Send it again.',
  code: 'too-slow',
  status: 408,
  requestId: '',
});

/** Discards the rest of a body that no handler reads. */
function discard(request: IncomingMessage): void {
  request.unpipe();
  request.removeAllListeners('data').removeAllListeners('readable');
  request.resume();
}

/** Reads and discards the rest of a body. @param ended called once, with whether it was complete within the limits */
function drain(request: IncomingMessage, limits: ConnectionLimits, ended: (whole: boolean) => void): void {
  const { socket } = request;
  discard(request);
  const most = socket.bytesRead + limits.drainBytes;
  const until = performance.now() + limits.drainMs;
  const timer = setInterval(() => {
    const late = socket.bytesRead > most || performance.now() > until;
    if (!request.complete && !late && !socket.destroyed) return;
    clearInterval(timer);
    ended(request.complete);
  }, DRAIN_POLL_MS);
}

/**
 * Handles an answer that is sent before its request's body has arrived. The rest of the body is read and discarded, so
 * that the next request on the connection can be read. If the rest is long, the connection closes, but only after the
 * client had time to read the answer: operating systems reset a connection that is closed with unread bytes, and the
 * answer would be lost.
 *
 * @param expects whether the sender waits for 100 Continue before it sends the body, which it may then never send
 */
function guardAnswer(exchange: Exchange, limits: ConnectionLimits, expects: () => boolean): void {
  const { request, response } = exchange;
  const { socket } = request;
  const before = socket.bytesRead;
  const length = Number(request.headers['content-length'] ?? Infinity);

  const settle = (status: number): void => {
    if (request.complete) return;
    const left = length - (socket.bytesRead - before);
    if (status >= 400 && (expects() || left > limits.drainBytes)) response.shouldKeepAlive = false;
    const { destroySoon } = socket;
    // Node calls this when the answer is sent and the connection is to close.
    socket.destroySoon = () => {
      socket.end();
      drain(request, limits, () => socket.destroy());
    };
    response.once('finish', () => {
      if (!response.shouldKeepAlive) return;
      drain(request, limits, (whole) => {
        socket.destroySoon = destroySoon;
        if (!whole) socket.destroy();
      });
    });
  };

  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (status >= 200) settle(status);
    return writeHead(status, ...rest);
  }) as ServerResponse['writeHead'];
}

/** Whether less than the minimum moved during a whole window. */
function isStalled(
  progress: Progress,
  awaited: boolean,
  bytes: number,
  now: number,
  limits: ConnectionLimits,
): boolean {
  if (!awaited || bytes - progress.bytes >= limits.leastBytes) {
    progress.since = now;
    progress.bytes = bytes;
    return false;
  }
  return now - progress.since >= limits.windowMs;
}

function cut({ request, response }: Exchange): void {
  const { socket } = request;
  if (!response.headersSent && !request.complete) {
    const head = ['HTTP/1.1 408 Request Timeout', 'Connection: close', 'Content-Type: application/json; charset=utf-8'];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(SLOW)}\r\n\r\n${SLOW}`);
  }
  // The handler learns that its request was aborted.
  request.destroy();
  socket.destroy();
}

/**
 * Counts what the other side has received. A write may be a whole file, which the socket counts only when all of it is
 * sent, so the system's queue is read as well, as Node itself does for its time-outs.
 */
function countDelivered(socket: Socket): () => number {
  const { _handle: handle } = socket as unknown as { _handle?: { writeQueueSize?: number } };
  let total = 0;
  let written = 0;
  let queued = 0;
  return () => {
    const nowWritten = socket.bytesWritten - socket.writableLength;
    const nowQueued = handle?.writeQueueSize ?? 0;
    total += nowWritten > written ? nowWritten - written : Math.max(0, queued - nowQueued);
    written = nowWritten;
    queued = nowQueued;
    return total;
  };
}

/** Requests whose sender waits for permission to send the body (`Expect: 100-continue`). */
const expecting = new WeakSet<IncomingMessage>();

/** Answers 100 Continue; call it when only the body is missing. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (expecting.delete(request)) response.writeContinue();
}

export function guardConnections(server: Server, given: Partial<ConnectionLimits> = {}): void {
  const limits = { ...CONNECTION_LIMITS, ...given };
  const exchanges = new Set<Exchange>();

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const now = performance.now();
    const body = { since: now, bytes: socket.bytesRead };
    const delivered = countDelivered(socket);
    const answer = { since: now, bytes: delivered() };
    const exchange: Exchange = { request, response, body, answer, delivered };
    exchanges.add(exchange);
    response.once('close', () => exchanges.delete(exchange));
    if (hasBody(request)) guardAnswer(exchange, limits, () => expecting.has(request));
  }

  function checkProgress(): void {
    const now = performance.now();
    for (const exchange of exchanges) {
      const { request, response, body, answer, delivered } = exchange;
      const { socket } = request;
      // While our buffer is full, the sender is not to blame.
      const bodyAwaited =
        !request.complete && !expecting.has(request) && request.readableLength < request.readableHighWaterMark;
      const slowBody = isStalled(body, bodyAwaited, socket.bytesRead, now, limits);
      const answerAwaited = response.headersSent && socket.writableLength > 0;
      const slowReader = isStalled(answer, answerAwaited, delivered(), now, limits);
      if (slowBody || slowReader) cut(exchange);
    }
  }

  server.prependListener('request', begin);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    server.emit('request', request, response);
  });
  const timer = setInterval(checkProgress, limits.windowMs / CHECKS_PER_WINDOW).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * For tests: a browser's side of HTTP/2 over TLS, with a certificate authority of its own and a host name that DNS does not
 * know.
 *
 *   connectHttp2, Http2Client, Http2Answer
 */
import { once } from 'node:events';
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { buffer } from 'node:stream/consumers';

export interface Http2Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}
export interface Http2Client {
  readonly origin: string;
  send(method: string, path: string, headers?: OutgoingHttpHeaders, body?: Uint8Array): Promise<Http2Answer>;
  /** @returns what has arrived of an answer that goes on */
  follow(path: string, headers: OutgoingHttpHeaders): () => string;
  close(): void;
}

/** @param port of 127.0.0.1; `host` is what the client asks for */
export async function connectHttp2(host: string, port: number, authority: Buffer): Promise<Http2Client> {
  const origin = `https://${host}:${port}`;
  const lookup = (_name: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
    options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  const session = connect(origin, { ca: authority, lookup } as Parameters<typeof connect>[1]);
  session.on('error', () => {});
  await once(session, 'connect');
  return {
    origin,
    async send(method, path, headers = {}, body) {
      const stream = session.request({ ...headers, ':method': method, ':path': path }, { endStream: !body });
      if (body) stream.end(body);
      const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
      return { status: answered[':status'], headers: answered, bytes: await buffer(stream) };
    },
    follow(path, headers) {
      let text = '';
      const stream = session.request({ ...headers, ':method': 'GET', ':path': path }, { endStream: true });
      stream.on('error', () => {});
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      return () => text;
    },
    close: () => session.destroy(),
  };
}

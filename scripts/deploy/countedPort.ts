/**
 * For tests: a port in front of a server that counts what arrives there. To a proxy, two of them look like two servers.
 *
 *   openCountedPort
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CountedPort {
  readonly port: number;
  /** connections so far */
  connections(): number;
  /** first lines of HTTP/1.1 requests so far: `GET /path` */
  requests(): readonly string[];
  close(): Promise<void>;
}

const REQUEST_LINE = /(?:^|\n)((?:GET|HEAD|POST|PATCH|PUT|DELETE) \S+) HTTP\/1\.1\r\n/g;

/** @param target port of a server at 127.0.0.1 */
export async function openCountedPort(target: number): Promise<CountedPort> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((client) => {
    connections += 1;
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .once('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', (bytes) => {
      for (const [, line = ''] of bytes.toString('latin1').matchAll(REQUEST_LINE)) lines.push(line);
    });
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    requests: () => lines,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

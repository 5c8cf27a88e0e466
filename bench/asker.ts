/**
 * A process that makes requests on persistent connections, one at a time on each, so that the client's processor time is not
 * counted as the server's. asking.ts starts it.
 *
 *   Asked, Answers   messages to and from it
 */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Asked {
  /** asked for in turn */
  readonly paths: readonly string[];
  readonly times: number;
  readonly accept: string;
  /** asks with it, and expects 304 */
  readonly etag?: string;
}
export interface Answers {
  /** of the last answer */
  readonly etag: string;
  /** bytes of all bodies */
  readonly bytes: number;
  /** milliseconds that 99 % of the requests took at most */
  readonly p99: number;
  /** milliseconds of the slowest */
  readonly slowest: number;
}
interface Answer {
  readonly head: string;
  readonly bytes: number;
}

/** Opens a connection. @returns a function that makes a request and reads its answer to the end */
async function open(port: number, cookie: string): Promise<(path: string, headers: string) => Promise<Answer>> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return (path, headers) =>
    new Promise((resolve, reject) => {
      let head = '';
      let length = -1;
      let bytes = 0;
      const ended = (): void => reject(new Error(`the connection ended at ${path}`));
      const read = (chunk: Buffer): void => {
        if (length < 0) {
          const before = head.length;
          head += chunk.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          bytes = chunk.length - (end + 4 - before);
          head = head.slice(0, end);
          length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        } else bytes += chunk.length;
        if (bytes < length) return;
        socket.off('data', read).off('close', ended);
        resolve({ head, bytes });
      };
      socket.on('data', read).on('close', ended);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n${headers}\r\n`);
    });
}

const [port = '', connections = '1', cookie = ''] = process.argv.slice(2);
const asks = await Promise.all(Array.from({ length: Number(connections) }, () => open(Number(port), cookie)));
process.on('message', async ({ paths, times, accept, etag }: Asked) => {
  const headers = `accept: ${accept}\r\n${etag === undefined ? '' : `if-none-match: ${etag}\r\n`}`;
  const status = `HTTP/1.1 ${etag === undefined ? 200 : 304}`;
  const waits: number[] = [];
  let count = 0;
  let total = 0;
  let last = '';
  await Promise.all(
    asks.map(async (ask) => {
      while (count < times) {
        const path = paths[count++ % paths.length] as string;
        const before = performance.now();
        const { head, bytes } = await ask(path, headers);
        waits.push(performance.now() - before);
        if (!head.startsWith(status)) throw new Error(`${path} answers: ${head}`);
        total += bytes;
        last = /\r\netag: (\S+)/i.exec(head)?.[1] ?? '';
      }
    }),
  );
  waits.sort((a, b) => a - b);
  const answers: Answers = {
    etag: last,
    bytes: total,
    p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
    slowest: waits.at(-1) ?? 0,
  };
  process.send?.(answers);
});
process.send?.('ready');

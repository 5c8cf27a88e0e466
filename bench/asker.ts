/**
 * A process that requests one picture repeatedly with its ETag, on persistent connections, one request at a time on each. It
 * is a process of its own so that the client's time does not count as the server's. conditional.ts starts it and sends how
 * many requests to make.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

const [port = '', path = '', connections = '1', cookie = ''] = process.argv.slice(2);

/** Opens a connection. @returns a function that sends a request and reads the head of the answer */
async function open(): Promise<(etag: string) => Promise<string>> {
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  return (etag) =>
    new Promise((resolve) => {
      let text = '';
      const read = (chunk: string): void => {
        text += chunk;
        const end = text.indexOf('\r\n\r\n');
        const head = text.slice(0, end);
        if (end < 0 || text.length < end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
        socket.off('data', read);
        resolve(head);
      };
      socket.on('data', read);
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: image/jpeg\r\ncookie: ${cookie}\r\nif-none-match: ${etag}\r\n\r\n`,
      );
    });
}

const asks = await Promise.all(Array.from({ length: Number(connections) }, open));
const first = (await asks[0]?.('"none"')) ?? '';
const etag = /\r\netag: (\S+)/i.exec(first)?.[1];
if (!first.startsWith('HTTP/1.1 200') || !etag) throw new Error(`${path} answers: ${first}`);
process.on('message', async (times: number) => {
  let left = times;
  await Promise.all(
    asks.map(async (ask) => {
      while (left-- > 0) {
        const answer = await ask(etag);
        if (!answer.startsWith('HTTP/1.1 304')) throw new Error(`${path} answers: ${answer}`);
      }
    }),
  );
  process.send?.('done');
});
process.send?.('ready');

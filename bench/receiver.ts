/** The peer of a delivery: a server that receives a body and hashes it, nothing else. Tells its parent its port. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const hash = createHash('sha256');
  request.on('data', (chunk: Buffer) => hash.update(chunk));
  request.on('end', () => response.end(JSON.stringify({ sha256: hash.digest('hex') })));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

/**
 * The programs that Lacquer is measured against. They are a package of their own, so that only `npm run bench` installs
 * them; types.d.ts declares what is used of them, so that types are checked without them.
 *
 *   startIpx       serves the pictures of a folder with ipx
 *   jsonLogic      json-logic-js
 *   loadZ3         z3
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIPX, createIPXNodeServer, ipxFSStorage } from 'ipx';
import jsonLogic from 'json-logic-js';
import { init } from 'z3-solver';

export type { Logic } from 'json-logic-js';
export { jsonLogic };

/** z3 runs threads that never end: a program that calls this has to leave by process.exit. */
export const loadZ3 = init;

export async function startIpx(folder: string): Promise<{ port: number; stop: () => void }> {
  const server = createServer(createIPXNodeServer(createIPX({ storage: ipxFSStorage({ dir: folder }) })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

/**
 * Refuses requests for unknown host names. A foreign page can point its own name at this server's address and then read
 * what needs no sign-in (DNS rebinding), and a cache in front can be poisoned under a wrong name. IP addresses and
 * names that cannot be registered publicly are safe without being listed: localhost, names without a dot, names of
 * local networks.
 *
 *   refuseUnknownHosts
 */
import { isIP } from 'node:net';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ApiError, badRequest } from './errors.ts';

/** RFC 6762, 6761, 8375, and `internal`, reserved by ICANN */
const LOCAL = /\.(local|localhost|internal|home\.arpa)$/;

const isLocal = (name: string) => !name.includes('.') || LOCAL.test(name) || isIP(name) !== 0 || /^\[.*\]$/.test(name);

/** @param sent names and values in turn */
function hostsSent(sent: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < sent.length; at += 2) {
    const name = sent[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * @param hosts   lower-case names; `*.example.com` for all below it, `*` for any. Names of local networks need no entry.
 * @param setting that lists them, for the message
 */
export function refuseUnknownHosts(hosts: readonly string[], setting: string): onRequestHookHandler {
  const any = hosts.includes('*');
  const exact = new Set(hosts);
  const below = hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1));
  const check = (request: FastifyRequest): void => {
    if (hostsSent(request.raw.rawHeaders) > 1)
      throw badRequest('two-hosts', 'The request has more than one Host header.');
    // RFC 9112, 3.2.2: an absolute address is for proxies, and names a second host beside the header.
    if (!request.raw.url?.startsWith('/')) {
      throw badRequest('whole-address', 'This server is not a proxy: request a path.');
    }
    const name = request.hostname.toLowerCase().replace(/\.$/, '');
    if (any || isLocal(name) || exact.has(name) || below.some((end) => name.endsWith(end))) return;
    throw new ApiError(
      421,
      'unknown-host',
      `This server does not answer to that name. If it should, an administrator adds the name to the setting ${setting}.`,
    );
  };
  return (request, _reply, done) => {
    check(request);
    done();
  };
}

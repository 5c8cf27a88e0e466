/**
 * Sign-in by the header of an authenticating proxy. Trusted only when the connection itself comes from one of the proxy's
 * addresses; `X-Forwarded-For` does not count.
 *
 *   openProxy
 */
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { ProxySettings } from '../settingGroups.ts';
import { nameKeyOf, nameProblem } from './names.ts';
import type { ProvenIdentity } from './provenUsers.ts';
import { SignInFailure } from './signInFailure.ts';

/** Node decodes headers as Latin-1, but proxies send names in UTF-8. */
function utf8Of(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : header;
}

/** @returns the person that the proxy names; undefined without the header, or if the connection is not from the proxy */
export function openProxy(settings: ProxySettings): (request: FastifyRequest) => ProvenIdentity | undefined {
  const trusted = new BlockList();
  for (const { address, bits } of settings.addresses) {
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, bits, family);
  }
  return (request) => {
    const from = request.socket.remoteAddress ?? '';
    const name = request.headers[settings.userHeader];
    // An IPv4 address in IPv6 notation matches as the IPv4 address that it is.
    if (name === undefined || from === '' || !trusted.check(from, isIPv6(from) ? 'ipv6' : 'ipv4')) return undefined;
    const username = utf8Of(String(name));
    // Node joins a repeated header with a comma, which no user name has.
    const problem = nameProblem(username);
    if (problem !== undefined)
      throw new SignInFailure('name-not-usable', new Error(`${JSON.stringify(username)}: ${problem}`));
    const values = settings.rolesHeader === undefined ? '' : String(request.headers[settings.rolesHeader] ?? '');
    const roles = values.split(',').flatMap((value) => settings.roles.get(value.trim()) ?? []);
    return {
      source: 'proxy',
      // The directory behind the proxy may ignore case and send one name in several spellings.
      subject: `proxy ${nameKeyOf(username)}`,
      username,
      roles: settings.rolesHeader === undefined ? undefined : [...new Set(roles)],
    };
  };
}

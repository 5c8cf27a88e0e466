/**
 * Which addresses webhooks may call. A server that calls any address would give outsiders access to its own network, so
 * private addresses need a setting by the operator. Names are resolved for each call, and the call goes to the very address
 * that was checked.
 *
 *   Targets, openTargets
 *   NotAllowed
 */
import { lookup as resolve } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Network } from '../settingAddresses.ts';

export class NotAllowed extends Error {}

export interface Targets {
  /** @throws NotAllowed for what can never be called: not a web address, an address with a password, a private address */
  check(url: string): void;
  /** @returns the address to connect to. @throws NotAllowed; the resolver's error */
  addressOf(url: URL): Promise<{ address: string; family: 4 | 6 }>;
}

/** Special-purpose networks of RFC 6890 and its successors: none of them belongs to the public Internet. */
const PRIVATE: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** The range of public IPv6 addresses, which includes some that wrap an IPv4 address or are for documentation. */
const PUBLIC_IPV6: readonly [string, number][] = [['2000::', 3]];
const NOT_PUBLIC_IPV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

type Family = 'ipv4' | 'ipv6';
function listOf(networks: readonly (readonly [string, number])[], family: Family): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, family);
  return list;
}
const privateIpv4 = listOf(PRIVATE, 'ipv4');
const publicIpv6 = listOf(PUBLIC_IPV6, 'ipv6');
const notPublicIpv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');

const isPublic = (address: string, family: Family): boolean =>
  family === 'ipv4'
    ? !privateIpv4.check(address, 'ipv4')
    : publicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');

/** @param allowed private networks that may be called, even without TLS */
export function openTargets(allowed: readonly Network[]): Targets {
  const listed = new BlockList();
  for (const { address, bits } of allowed) {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    listed.addSubnet(address, bits ?? (family === 'ipv6' ? 128 : 32), family);
  }

  function assertAllowed(address: string, { protocol, hostname }: URL): void {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (listed.check(address, family)) return;
    if (!isPublic(address, family)) {
      throw new NotAllowed(
        `${hostname} is a private address. An operator can allow its network with LACQUER_WEBHOOK_NETWORKS.`,
      );
    }
    if (protocol !== 'https:')
      throw new NotAllowed('Messages are sent over https:// only, except within allowed networks.');
  }

  return {
    check(text) {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '') {
        throw new NotAllowed(
          'The address must look like https://ci.example.com/hooks, without a password or fragment.',
        );
      }
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) > 0) assertAllowed(literal, url);
      else if (url.protocol === 'http:' && allowed.length === 0) {
        throw new NotAllowed('Messages are sent over https:// only, except within allowed networks.');
      }
    },
    async addressOf(url) {
      const found = await resolve(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
      // Refuse the name if any of its addresses is private: the next lookup may return only that one.
      for (const { address } of found) assertAllowed(address, url);
      const [first] = found;
      if (!first) throw new NotAllowed(`There is no address for ${url.hostname}.`);
      return { address: first.address, family: first.family === 6 ? 6 : 4 };
    },
  };
}

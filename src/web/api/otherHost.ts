/**
 * Areas whose server has another host name. A browser keeps cookies by host, so the session is handed over: the base address
 * gives a code, which the area's server exchanges once for a cookie of its own.
 *
 *   areaOnOtherHost       the area of an address whose host is not that of the base address
 *   openSessionAt         hands the session over
 *   withSession           attributes of an <img> whose picture needs the session
 *   unreachableMessage    the client's option: the message when the server does not respond
 */
import { AREA_NAMES, AREAS, type Area, createClient } from '../../contract/index.ts';
import { addressOf } from '../app/environment.ts';
import { connectionTexts } from '../texts/connection.ts';
import type { BrowserCalls } from './browserCalls.ts';
import { headerToken } from './currentUser.ts';
import { wire } from './wire.ts';

const absoluteUrl = (address: string): URL => new URL(address || '/', window.location.href);

/** Ports do not matter: a browser sends a host's cookies to all of its ports. */
export function areaOnOtherHost(url: string): Area | undefined {
  const { hostname, href } = absoluteUrl(url);
  if (hostname === absoluteUrl(addressOf()).hostname) return undefined;
  return AREAS.find((area) => href.startsWith(`${absoluteUrl(addressOf(area)).href.replace(/\/$/, '')}/`));
}

/** Browsers request a picture of another origin with the session only if the <img> says so. */
export const withSession = (url: string): { crossOrigin?: 'use-credentials' } =>
  absoluteUrl(url).origin === window.location.origin ? {} : { crossOrigin: 'use-credentials' };

const handOvers = new Map<Area, Promise<unknown>>();

/**
 * @param send sends calls to the base address, whose session may have ended meanwhile
 * @throws ApiFailure with the reason
 */
export async function openSessionAt(area: Area, send: typeof fetch): Promise<void> {
  const running = handOvers.get(area) ?? handOver(area, send);
  handOvers.set(area, running);
  try {
    await running;
  } finally {
    handOvers.delete(area);
  }
}

async function handOver(area: Area, send: typeof fetch): Promise<void> {
  const changeHeaders = headerToken.headers;
  const base = createClient<BrowserCalls>(wire, { base: addressOf(), changeHeaders, fetch: send });
  const { code } = await base.handOverSession();
  const there = createClient<BrowserCalls>(wire, {
    base: addressOf(area),
    changeHeaders,
    ...unreachableMessage(area),
  });
  await there.takeSession({ body: { code } });
}

/** A page cannot distinguish a server that is down from one that refuses its calls. */
export function unreachableMessage(area: Area | undefined): { unreachable: string } {
  const { origin } = absoluteUrl(addressOf(area));
  if (area === undefined || origin === absoluteUrl(addressOf()).origin)
    return { unreachable: connectionTexts.unreachable };
  return {
    unreachable: connectionTexts.areaUnreachable(AREA_NAMES[area], origin, window.location.origin),
  };
}

/**
 * Areas whose server goes by another host name. A browser keeps a cookie for each host, so the session is handed over: the
 * base address gives a code, which the area's server takes once for a cookie of its own.
 *
 *   areaElsewhere    the area that an address belongs to, when its host is not that of the base address
 *   openSessionAt    hands the session over
 *   withSession      attributes of an <img> whose picture needs the session
 *   cannotReach      what to say when an area's server of another origin does not answer
 */
import { AREA_NAMES, AREAS, type Area, createClient, type routes } from '../../contract/index.ts';
import { addressOf } from '../app/environment.ts';
import { headerToken } from './person.ts';
import { wire } from './wire.ts';

const whole = (address: string): URL => new URL(address || '/', window.location.href);

/** Ports do not count: cookies are sent to all of a host. */
export function areaElsewhere(url: string): Area | undefined {
  const { hostname, href } = whole(url);
  if (hostname === whole(addressOf()).hostname) return undefined;
  return AREAS.find((area) => href.startsWith(`${whole(addressOf(area)).href.replace(/\/$/, '')}/`));
}

/** A picture of another origin is asked for with the session, and with this page's name, only when the <img> says so. */
export const withSession = (url: string): { crossOrigin?: 'use-credentials' } =>
  whole(url).origin === window.location.origin ? {} : { crossOrigin: 'use-credentials' };

const underWay = new Map<Area, Promise<unknown>>();

/**
 * @param send asks the base address, whose session may have ended meanwhile
 * @throws ApiFailure with the reason
 */
export async function openSessionAt(area: Area, send: typeof fetch): Promise<void> {
  const known = underWay.get(area);
  const handing = known ?? handOver(area, send);
  underWay.set(area, handing);
  try {
    await handing;
  } finally {
    underWay.delete(area);
  }
}

async function handOver(area: Area, send: typeof fetch): Promise<void> {
  const changeHeaders = headerToken.headers;
  const base = createClient<typeof routes>(wire, { base: addressOf(), changeHeaders, fetch: send });
  const { code } = await base.handOverSession();
  const there = createClient<typeof routes>(wire, { base: addressOf(area), changeHeaders, ...cannotReach(area) });
  await there.takeSession({ body: { code } });
}

/** Browsers do not tell a server that is away from one that takes no calls of this page. */
export function cannotReach(area: Area | undefined): { unreachable?: string } {
  const { origin } = whole(addressOf(area));
  if (area === undefined || origin === whole(addressOf()).origin) return {};
  return {
    unreachable: `The server of ${AREA_NAMES[area]}, ${origin}, does not respond to this page. An administrator can check that it is running, and that its setting LACQUER_CORS_ORIGINS contains ${window.location.origin}.`,
  };
}

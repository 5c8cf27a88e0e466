/**
 * The rewriting of picture links to https (T 2.5).
 *
 *   secureUrl
 */

/**
 * Links that do not start with https are made to. Only on a page that came over plain http itself (a server tried out on
 * one's own machine) a link to that same server, or to an area's server that is configured with http, is left as it is, for
 * https would not answer there.
 * @param page the page's own address
 * @param addresses of the areas' servers, as configured
 */
export function secureUrl(
  url: string,
  page: { protocol: string; host: string },
  addresses: readonly string[] = [],
): string {
  if (url.startsWith('https')) return url;
  const open = [`http://${page.host}`, ...addresses.flatMap((address) => URL.parse(address)?.origin ?? [])];
  if (page.protocol === 'http:' && open.some((origin) => url.startsWith(`${origin}/`))) return url;
  return url.replace(/^(http:)?\/\//, 'https://');
}

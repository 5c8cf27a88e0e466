/**
 * The rewriting of picture links to https (T 2.5).
 *
 *   secureUrl
 */

/**
 * Makes a link start with https. On a page that was itself loaded over plain http, such as from a server on the user's own
 * machine, links to that server and to area servers configured with http stay as they are: https would not answer there.
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

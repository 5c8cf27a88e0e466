/**
 * The rewriting of picture links to https (T 2.5).
 *
 *   secureUrl
 */

/**
 * Links that do not start with https are made to. Only on a page that came over plain http itself (a server tried out on
 * one's own machine) a link to that same server is left as it is, for https would not answer there.
 * @param page the page's own address
 */
export function secureUrl(url: string, page: { protocol: string; host: string }): string {
  if (url.startsWith('https')) return url;
  if (page.protocol === 'http:' && url.startsWith(`http://${page.host}/`)) return url;
  return url.replace(/^(http:)?\/\//, 'https://');
}

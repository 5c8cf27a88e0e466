/**
 * What comes before every path of the app when a proxy serves it below one, such as `/cars`; otherwise ''. The server writes it
 * into the page.
 *
 *   basePath
 */
// Tests of what needs no page run without one.
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

/**
 * The prefix of every path of the app if a proxy serves it below one, such as `/cars`; otherwise ''. The server writes
 * it into the page.
 *
 *   basePath
 */
// Some tests run without a page.
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

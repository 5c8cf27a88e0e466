/**
 * What comes before every path of the app when a proxy serves it below one, such as `/cars`; otherwise ''. The server writes it
 * into the page.
 *
 *   basePath
 */
export const basePath: string = document.documentElement.dataset['basePath'] ?? '';

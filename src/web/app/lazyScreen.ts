/**
 * Screens are loaded when they are first opened. If that fails, the router would reload the page without a word: uploads would
 * be cancelled, and while the server is unreachable the browser's error page would be shown.
 *
 *   lazyScreen   as the router's lazyRouteComponent
 */
import { lazyRouteComponent } from '@tanstack/react-router';
import { loadFile } from './lazyFile.ts';

export const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => loadFile(importer, { name: exportName ?? 'default', screen: true }), exportName);

/** Keeps a screen from changing the address when the user is leaving it or has left it. */
import type { AnyRouter } from '@tanstack/react-router';

/** A typed address may end with a slash. */
const isSamePath = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

/**
 * Ignores changes of a screen's own search parameters once another screen is being loaded or shown. A filter writes its text
 * into the address a moment after the last key; without this, it would cancel a link that was followed in that moment, or
 * filter the other screen.
 */
export function guardLeaving<Router extends AnyRouter>(router: Router): Router {
  const { navigate } = router;
  router.navigate = async (options) => {
    const staysOnScreen = options.to === undefined && options.href === undefined;
    const own = options.from ?? router.state.resolvedLocation?.pathname;
    if (staysOnScreen && own !== undefined && !isSamePath(own, router.latestLocation.pathname)) return;
    await navigate(options);
  };
  return router;
}

/** Keeps a screen from changing the address while the user is leaving it. */
import type { AnyRouter } from '@tanstack/react-router';

/**
 * Ignores changes of a screen's own search parameters once another screen is being loaded. A filter writes its text into the
 * address a moment after the last key; without this, it would cancel a link that was followed in that moment.
 */
export function guardLeaving<Router extends AnyRouter>(router: Router): Router {
  const { navigate } = router;
  router.navigate = async (options) => {
    const staysOnScreen = options.to === undefined && options.href === undefined;
    const shown = router.state.resolvedLocation?.pathname;
    if (staysOnScreen && shown !== undefined && router.latestLocation.pathname !== shown) return;
    await navigate(options);
  };
  return router;
}

/** Keeps a screen from changing the address once the user is leaving or has left it. */
import type { AnyRouter } from '@tanstack/react-router';

/** @param screen the path of its route, which may have parameters; absent: the screen that is shown */
function hasLeft(router: AnyRouter, screen: string | undefined): boolean {
  if (screen !== undefined) return router.matchRoutes(router.latestLocation).at(-1)?.fullPath !== screen;
  const shown = router.state.resolvedLocation?.pathname;
  return shown !== undefined && shown !== router.latestLocation.pathname;
}

/**
 * Ignores changes of a screen's own search parameters once another screen is being loaded or shown. A filter writes its
 * text into the address a moment after the last key; without this, it would cancel a link that was followed in between,
 * or filter the other screen.
 */
export function guardLeaving<Router extends AnyRouter>(router: Router): Router {
  const { navigate } = router;
  router.navigate = async (options) => {
    const staysOnScreen = options.to === undefined && options.href === undefined;
    if (staysOnScreen && hasLeft(router, options.from)) return;
    await navigate(options);
  };
  return router;
}

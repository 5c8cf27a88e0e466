/**
 * jsdom lays nothing out: what screens ask of a browser that does.
 *
 *   layOut
 */
import { vi } from 'vitest';

/** Makes everything 900 x 600 pixels, so that tables have rows in sight. */
export function layOut(): void {
  for (const [side, pixels] of [
    ['clientHeight', 600],
    ['clientWidth', 900],
    ['offsetHeight', 600],
    ['offsetWidth', 900],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => pixels });
  }
  for (const observer of ['ResizeObserver', 'IntersectionObserver']) {
    vi.stubGlobal(
      observer,
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  }
  vi.stubGlobal('scrollTo', () => {});
}

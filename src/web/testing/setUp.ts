/** Before each file of web tests: waiting for the screen has room on a busy machine; it ends as soon as it may. jsdom lays nothing out, so nothing is resized. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 60_000 });

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

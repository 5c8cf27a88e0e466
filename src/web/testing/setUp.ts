/**
 * Before each file of web tests. Fast files share a process with its page and its modules, so each test and each file puts
 * back what the next one would see.
 */
import createCache from '@emotion/cache';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { queryClient } from '../api/queryClient.ts';

// Waiting for the screen has room on a busy machine; it ends as soon as it may.
configure({ asyncUtilTimeout: 60_000 });

/**
 * Keeps only the styles that hide something: looking for a role asks jsdom for the style of each element, which tries every
 * rule on it.
 */
function keepHidingStyles(): void {
  const sheets = Object.getPrototypeOf(createCache({ key: 'test' }).sheet) as { insert: (rule: string) => void };
  const insert = sheets.insert;
  // This file runs before each file of tests, also in a process that it has prepared.
  if (insert.name === 'keep') return;
  sheets.insert = function keep(rule) {
    if (/display:\s*none|visibility:\s*hidden/.test(rule)) insert.call(this, rule);
  };
}
keepHidingStyles();

// jsdom lays nothing out, so nothing is resized. Tests that need sizes stub this again.
class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
beforeAll(() => {
  globalThis.ResizeObserver ??= NoResizeObserver;
  // jsdom is idle whenever it waits. Without this, what a page loads when it is idle comes 1.5 s later, as in Safari.
  globalThis.requestIdleCallback ??= (callback) =>
    Number(setTimeout(callback, 0, { didTimeout: false, timeRemaining: () => 1 }));
  globalThis.cancelIdleCallback ??= (handle) => clearTimeout(handle);
});

// What goes on after a test would find no window to draw in.
afterEach(async () => {
  cleanup();
  await queryClient.cancelQueries();
  queryClient.clear();
});

/** What tests put in place of jsdom's sizes, which are all 0. */
const SIZES = ['clientHeight', 'clientWidth', 'offsetHeight', 'offsetWidth'] as const;
const before = SIZES.map((size) => Object.getOwnPropertyDescriptor(HTMLElement.prototype, size));
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const [i, size] of SIZES.entries()) {
    const own = before[i];
    if (own) Object.defineProperty(HTMLElement.prototype, size, own);
    else Reflect.deleteProperty(HTMLElement.prototype, size);
  }
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});

/** What is loaded when the page is idle: in browsers that tell, and in Safari, which does not. */
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useWhenIdle } from './whenIdle.ts';

function Page({ load }: { load: () => Promise<unknown> }) {
  useWhenIdle(load);
  return null;
}

it('comes when the browser is idle, and never for a page that was left before', () => {
  const idle: (() => void)[] = [];
  const cancelled: number[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback));
  vi.stubGlobal('cancelIdleCallback', (handle: number) => cancelled.push(handle));
  const load = vi.fn(async () => {});
  const page = render(<Page load={load} />);
  expect(load).not.toHaveBeenCalled();
  for (const callback of idle) callback();
  expect(load).toHaveBeenCalledTimes(1);
  page.unmount();
  expect(cancelled).toEqual([1]);
});

it('comes 1.5 s after the page where the browser does not tell when it is idle, unless the page was left', () => {
  vi.useFakeTimers();
  const known = Object.getOwnPropertyDescriptor(window, 'requestIdleCallback');
  Reflect.deleteProperty(window, 'requestIdleCallback');
  try {
    const load = vi.fn(async () => Promise.reject(new Error('offline')));
    const page = render(<Page load={load} />);
    vi.advanceTimersByTime(1499);
    expect(load).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(load).toHaveBeenCalledTimes(1);
    page.unmount();
    render(<Page load={load} />).unmount();
    vi.advanceTimersByTime(10_000);
    expect(load).toHaveBeenCalledTimes(1);
  } finally {
    if (known) Object.defineProperty(window, 'requestIdleCallback', known);
    vi.useRealTimers();
  }
});

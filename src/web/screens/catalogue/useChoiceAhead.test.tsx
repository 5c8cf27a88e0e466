import { act, cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAhead, useChoiceAhead } from './useChoiceAhead.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] }),
);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A panel and the address. `drawn` has what was shown, render by render. */
function setUp() {
  const written: string[][] = [];
  const drawn: string[] = [];
  const panel = renderHook(() => {
    const [address, setAddress] = useState<readonly string[]>(['red']);
    const [ahead, choose] = useChoiceAhead((next) => {
      written.push(next);
      setAddress(next);
    });
    drawn.push((useAhead(ahead) ?? address).join());
    return { choose, ahead };
  });
  return { ...panel, written, drawn };
}

describe('a choice ahead of the address', () => {
  it('is drawn at once, written after the frame with its pictures, and shown at every render between', async () => {
    const { result, written, drawn } = setUp();
    act(() => result.current.choose(['blue'], Promise.resolve()));
    expect(drawn.at(-1)).toBe('blue');
    expect(written).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(written).toEqual([['blue']]);
    expect(result.current.ahead.now()).toBeUndefined();
    expect(drawn.slice(drawn.indexOf('blue')).every((shown) => shown === 'blue')).toBe(true);
  });

  it('does not have the panel drawn', async () => {
    let drawn = 0;
    const { result } = renderHook(() => {
      drawn++;
      return useChoiceAhead(() => {});
    });
    act(() => result.current[1](['blue'], Promise.resolve()));
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(drawn).toBe(1);
  });

  it('that another one follows within the frame is not written', async () => {
    const { result, written } = setUp();
    act(() => {
      result.current.choose(['blue'], Promise.resolve());
      result.current.choose(['blue', 'sport'], Promise.resolve());
    });
    expect(result.current.ahead.now()).toEqual(['blue', 'sport']);
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(written).toEqual([['blue', 'sport']]);
  });

  it('is written where no frame comes', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const { result, written } = setUp();
    act(() => result.current.choose(['blue'], Promise.resolve()));
    await act(() => vi.advanceTimersByTimeAsync(200));
    vi.unstubAllGlobals();
    expect(written).toEqual([['blue']]);
  });

  it('is written soon where its pictures do not come', async () => {
    const { result, written } = setUp();
    act(() => result.current.choose(['blue'], new Promise(() => {})));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(written).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(written).toEqual([['blue']]);
  });

  it('is written where its pictures fail', async () => {
    const { result, written } = setUp();
    act(() => result.current.choose(['blue'], Promise.reject(new Error('busy'))));
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(written).toEqual([['blue']]);
  });

  it('brings nobody back who left before that', async () => {
    const { result, written, unmount } = setUp();
    act(() => result.current.choose(['blue'], Promise.resolve()));
    unmount();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(written).toEqual([]);
  });
});

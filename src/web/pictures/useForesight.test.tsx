import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useForesight } from './useForesight.ts';
import { usePicture } from './usePicture.ts';
import type { LoadPicture, ViewedPicture } from './viewerPicture.ts';

beforeAll(() => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
});
afterEach(cleanup);

const pictureOf = (choice: string, load: LoadPicture): ViewedPicture => ({
  title: '001',
  alt: 'Exterior 001',
  queryKey: [choice],
  load,
});

function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { wrapper, foresee: renderHook(useForesight, { wrapper }).result.current };
}

describe('foreseen pictures', () => {
  it('are asked for with the lowest urgency while a pointer rests, and found by the tile', async () => {
    const { foresee, wrapper } = setUp();
    const load = vi.fn<LoadPicture>(async () => new Blob(['red']));
    foresee([pictureOf('red', load)], 'maybe');
    foresee([pictureOf('red', load)], 'pressed');
    foresee([pictureOf('red', load)], 'chosen');
    const { result } = renderHook(() => usePicture(pictureOf('red', load)), { wrapper });
    await waitFor(() => expect(result.current.isFresh).toBe(true));
    expect(load.mock.calls.map(([, format, isAhead]) => [format, isAhead])).toEqual([['jpeg', true]]);
  });

  it('are given up when another choice is foreseen, but not when a tile shows them', async () => {
    const { foresee, wrapper } = setUp();
    const given: string[] = [];
    const never =
      (name: string): LoadPicture =>
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            given.push(name);
            reject(signal.reason);
          });
        });
    foresee([pictureOf('red', never('red'))], 'maybe');
    foresee([pictureOf('blue', never('blue'))], 'maybe');
    await waitFor(() => expect(given).toEqual(['red']));
    renderHook(() => usePicture(pictureOf('blue', never('blue'))), { wrapper });
    foresee([pictureOf('green', never('green'))], 'maybe');
    foresee([pictureOf('white', never('white'))], 'maybe');
    await waitFor(() => expect(given).toEqual(['red', 'green']));
  });

  it('are asked for again by the tile when the server refused them', async () => {
    const { foresee, wrapper } = setUp();
    const load = vi.fn<LoadPicture>(async (_signal, _format, isAhead) => {
      if (isAhead) throw new Error('busy');
      return new Blob(['red']);
    });
    foresee([pictureOf('red', load)], 'maybe');
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve));
    const { result } = renderHook(() => usePicture(pictureOf('red', load)), { wrapper });
    await waitFor(() => expect(result.current.isFresh).toBe(true));
    expect(result.current.error).toBe(null);
  });
});

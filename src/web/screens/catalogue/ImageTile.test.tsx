import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LoadPicture } from '../../pictures/viewerPicture.ts';
import { ImageTile } from './ImageTile.tsx';

beforeAll(() => {
  // jsdom has no object URLs: ours name the kind of the bytes.
  URL.createObjectURL = (blob) => `blob:${(blob as Blob).type}`;
  URL.revokeObjectURL = () => {};
});

afterEach(cleanup);

const tile = (client: QueryClient, choice: string, load: LoadPicture) => (
  <QueryClientProvider client={client}>
    <ImageTile
      picture={{ title: '001', alt: 'Exterior 001', link: '/picture', queryKey: [choice], load }}
      width={320}
      height={180}
      shownWidth={320}
      onEnlarge={() => {}}
    />
  </QueryClientProvider>
);
const source = () => screen.getByAltText('Exterior 001').getAttribute('src');

describe('a picture tile', () => {
  it('shows a JPEG first, then a format with transparency if nothing else was clicked', async () => {
    const load = vi.fn<LoadPicture>(async (_signal, format) => new Blob([], { type: `image/${format}` }));
    const client = new QueryClient();
    const { rerender } = render(tile(client, 'red', load));
    await waitFor(() => expect(source()).toBe('blob:image/jpeg'));
    // Another choice at once: the transparent picture of the first one is never requested.
    rerender(tile(client, 'blue', load));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(source()).toBe('blob:image/png'));
    expect(load.mock.calls.map(([, format]) => format)).toEqual(['jpeg', 'jpeg', 'png']);
  });

  it('T 8: says why there is none', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(tile(client, 'red', () => Promise.reject(new Error('There is no picture.'))));
    expect((await screen.findByRole('note')).textContent).toBe('There is no picture.');
  });
});

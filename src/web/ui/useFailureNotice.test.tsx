/** Notices of failed queries: one for one fault, none while the server is lost, and none once the query succeeded. */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../contract/index.ts';
import { loadEnvironment } from '../app/environment.ts';
import { ServerLost } from '../app/ServerLost.tsx';
import { jsonAnswer } from '../testing/renderScreen.tsx';
import type { Action } from '../texts/failures.ts';
import { NoticeProvider } from './Notices.tsx';
import { useFailureNotice } from './useFailureNotice.ts';

let lost: boolean;
let failure: Error | undefined;
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const ACTIONS: readonly Action[] = ['load versions', 'load resolutions', 'load available views'];

beforeEach(async () => {
  lost = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (input: string) => {
    if (input.endsWith('config.json')) {
      const names = ['API_BASE_URL', 'API_TEST_EMBARGO_URL', 'API_TEST_PREPROD_URL', 'API_TEST_PROD_URL'];
      return jsonAnswer(200, Object.fromEntries(names.map((name) => [name, ''])));
    }
    if (lost) throw new TypeError('Failed to fetch');
    return jsonAnswer(200, { status: 'ok' });
  });
  await loadEnvironment();
});
afterEach(() => {
  cleanup();
  client.clear();
  vi.restoreAllMocks();
});

function Load({ action }: { action: Action }) {
  const query = useQuery({
    queryKey: [action],
    queryFn: () => {
      if (failure) throw failure;
      return 'loaded';
    },
  });
  useFailureNotice(query.error, action);
  return <p>{query.status}</p>;
}
function open() {
  render(
    <QueryClientProvider client={client}>
      <NoticeProvider>
        <ServerLost />
        {ACTIONS.map((action) => (
          <Load key={action} action={action} />
        ))}
      </NoticeProvider>
    </QueryClientProvider>,
  );
}
const loadAgain = () => act(() => client.invalidateQueries());

describe('failed queries', () => {
  it('T 8: say together what one fault broke, and take it back when they succeed', async () => {
    failure = new ApiFailure(500, 'The store is broken.', { requestId: 'abc' });
    open();
    await screen.findByText(/The store is broken\./);
    expect(screen.getAllByRole('alert').map((notice) => notice.textContent)).toEqual([
      'Could not load versions\nCould not load resolutions\nCould not load available views\nThe store is broken.Request abc',
    ]);
    failure = undefined;
    await loadAgain();
    await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toBeUndefined());
  });

  it('say nothing while the server is lost: the banner does', async () => {
    lost = true;
    failure = new ApiFailure(0, 'The server does not respond.', undefined);
    open();
    await screen.findByText(/^The server is not responding\./);
    await waitFor(() => expect(client.getQueryState(['health'])?.fetchStatus).toBe('idle'));
    expect(screen.queryByRole('alert')).toBeNull();
    lost = false;
    failure = undefined;
    await waitFor(() => expect(screen.queryByText(/^The server is not responding\./)).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are told when the server is there and only they have no answer', async () => {
    failure = new ApiFailure(503, 'The database is away.', undefined);
    open();
    await screen.findByText(/The database is away\./);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByText(/^The server is not responding\./)).toBeNull();
  });
});

/**
 * The whole app in jsdom, for component tests: the real router, shell and screens over answers that a test makes up.
 *
 *   openApp     signs in, opens an address
 *   picture     an answer for the picture calls
 */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { act } from 'react';
import { vi } from 'vitest';
import type { Role } from '../../contract/index.ts';
import type { Api } from '../api/api.ts';
import { queryClient } from '../api/queryClient.ts';
import { wire } from '../api/wire.ts';
import { loadEnvironment } from '../app/environment.ts';
import { Providers } from '../app/Providers.tsx';
import { makeRouter } from '../app/router.tsx';
import { SessionProvider } from '../app/session.tsx';
import { layOut } from './layOut.ts';

/** What calls answer, by name; an answer that is an Error becomes a 500 with its message. */
export type Answers = {
  readonly [K in keyof Api]?: (url: URL) => Awaited<ReturnType<Api[K]>> | Response | Error | ReturnType<Api[K]>;
};

const CONFIG = {
  API_BASE_URL: '',
  API_TEST_EMBARGO_URL: '',
  API_TEST_PREPROD_URL: '',
  API_TEST_PROD_URL: '',
  FEATURE_QUALITY_REPORT_ENABLED: true,
};
const HOST = 'http://localhost';

const BUILD = {
  application: { name: 'Lacquer', version: '1' },
  lastUpdated: '2026-03-01T10:00:00.000Z',
  frontendVersion: '1',
  frontendTimestamp: '',
  backendVersion: '1',
  backendTimestamp: '',
  appPackageVersion: '1',
  configPackageVersion: '1',
  deploymentTime: '',
};

const patternOf = (path: string) => new RegExp(`^(/(embargo|preprod|prod))?${path.replace(/:\w+/g, '[^/]+')}$`);

export const picture = (): Response => new Response('picture', { headers: { 'content-type': 'image/jpeg' } });

/** jsdom draws nothing: what screens ask of a browser that does. */
function standIns(): void {
  layOut();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
}

export interface OpenApp {
  /** the calls so far: method and address, pictures' parameters included */
  readonly requests: readonly string[];
  /** the search parameters of the present address */
  search: () => URLSearchParams;
  /** how many entries the browser's history has */
  steps: () => number;
  /** opens another address, as a pasted link or Back does */
  go: (address: string) => Promise<void>;
}

/** @param answers calls that are not named answer 404 */
export async function openApp(address: string, answers: Answers, roles: Role[] = ['ROLE_ADMIN']): Promise<OpenApp> {
  cleanup();
  standIns();
  queryClient.clear();
  const requests: string[] = [];
  const known: Answers = {
    session: () => ({ username: 'tester', roles, token: 'token' }) as never,
    buildInfo: () => BUILD,
    live: () => ({ status: 'ok' }) as never,
    ...answers,
  };
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, HOST);
    if (url.pathname.endsWith('config.json')) return Response.json(CONFIG);
    const method = init?.method ?? 'GET';
    requests.push(`${method} ${url.pathname}${url.search}`);
    for (const [name, answer] of Object.entries(known)) {
      const call = wire[name as keyof Api];
      if (call.method !== method || !patternOf(call.path).test(url.pathname)) continue;
      const given: unknown = await answer(url);
      if (given instanceof Error) return Response.json({ errorMessage: given.message }, { status: 500 });
      return given instanceof Response ? given : Response.json(given);
    }
    return Response.json({ errorMessage: `Nothing answers ${url.pathname}.` }, { status: 404 });
  });
  await loadEnvironment();
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
  // The first screen's code is compiled now: a search for what it shows waits for less than that may take.
  await router.load();
  await act(async () => {
    render(
      <Providers>
        <SessionProvider signIn={null}>
          <RouterProvider router={router} />
        </SessionProvider>
      </Providers>,
    );
  });
  return {
    requests,
    steps: () => router.history.length,
    search: () => new URLSearchParams(router.history.location.search),
    go: (address) => act(() => router.navigate({ href: address })),
  };
}

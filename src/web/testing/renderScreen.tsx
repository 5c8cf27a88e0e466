/**
 * For component tests: a screen at its address, with the real router, client and notices, and made-up answers of the
 * server.
 *
 *   renderScreen   @returns the requests to the server, and the address
 *   jsonAnswer     an answer with a status of its own
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { Role } from '../../contract/index.ts';
import { loadEnvironment } from '../app/environment.ts';
import { SessionProvider } from '../app/session.tsx';
import { NoticeProvider } from '../ui/Notices.tsx';
import { layOut } from './layOut.ts';

/** `GET /api/v2/admin/log` -> the answer's JSON, or a whole Response */
export type Answers = Record<string, (url: URL, init: RequestInit | undefined) => unknown>;

const ORIGIN = 'http://localhost';
const CONFIG = {
  API_BASE_URL: '',
  API_TEST_EMBARGO_URL: '/embargo',
  API_TEST_PREPROD_URL: '/preprod',
  API_TEST_PROD_URL: '/prod',
};

export const jsonAnswer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

interface Screen {
  readonly path: string;
  readonly component: () => ReactNode;
  /** the reader of its address */
  readonly search?: (search: Record<string, unknown>) => object;
}

/** @param screen with the other screens that its links lead to, and what stands around all of them, as the shell does */
export async function renderScreen(
  screen: Screen & { readonly others?: readonly Screen[]; readonly around?: ReactNode },
  at: string,
  answers: Answers,
  roles: readonly Role[] = ['ROLE_ADMIN', 'ROLE_UPLOAD'],
) {
  layOut();
  const requests: string[] = [];
  const all: Answers = {
    'GET /assets/config/config.json': () => CONFIG,
    'GET /api/v2/public/session': () => ({ username: 'anna', roles, token: 'token' }),
    'GET /api/v2/admin/batch/changes': (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    ...answers,
  };
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    const url = new URL(input, ORIGIN);
    const call = `${init?.method ?? 'GET'} ${url.pathname}`;
    if (!url.pathname.endsWith('config.json')) requests.push(`${call}${url.search}`);
    const answer = all[call];
    if (!answer) return jsonAnswer(404, { errorMessage: `The test has no answer to ${call}.` });
    const body = await answer(url, init);
    return body instanceof Response ? body : jsonAnswer(200, body);
  });
  await loadEnvironment();

  const root = createRootRoute({
    component: () => (
      <>
        {screen.around}
        <Outlet />
      </>
    ),
  });
  const routes = [screen, ...(screen.others ?? [])].map(({ path, component, search }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component,
      ...(search && { validateSearch: search }),
    }),
  );
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const view = render(
    <QueryClientProvider client={client}>
      <NoticeProvider>
        <SessionProvider signIn="Sign in">
          <RouterProvider router={router as never} />
        </SessionProvider>
      </NoticeProvider>
    </QueryClientProvider>,
  );
  return { ...view, requests, router, client, address: () => router.state.location };
}
